import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { saveAccountRules } from '#shared/contracts/account-rules'
import { readSession, type HiddenUntilUsed } from '#shared/contracts/auth'
import { chooseCollective, endCollective } from '#shared/contracts/collective'
import { saveConfiguration } from '#shared/contracts/configuration'
import { deleteWebhook, listWebhooks } from '#shared/contracts/connections'
import { readyCustomer, type Customer } from '#test/support/people/customer'
import { startTimedWorld } from '#test/support/people/person'
import { upgradeFrom } from '#test/support/former-version'

const world = await startTimedWorld()

const used = async ({ visitor }: Customer) => (await visitor.call(readSession)).used
const clientOf = ({ tenant }: Customer) => Object.values(tenant.account.tables.company)[0]!.uuid

const rule = { kind: 'word', value: 'pumpe', label: '', account: '3010' } as const
const saveRules = ({ visitor }: Customer, rules: (typeof rule)[]) =>
  visitor.call(saveAccountRules, { body: { rules } })
const collect = (customer: Customer) =>
  customer.visitor.call(chooseCollective, {
    params: { clientUuid: clientOf(customer) },
    body: { time: { every: 'hand' }, byPurchaseOrder: false },
  })
const stopCollecting = (customer: Customer) =>
  customer.visitor.call(endCollective, { params: { clientUuid: clientOf(customer) } })

/** What a user does with each part, and what puts everything back as it was. */
const USES: Partial<Record<HiddenUntilUsed, ((customer: Customer) => Promise<unknown>)[]>> = {
  collective: [collect, stopCollecting],
  account_rules: [(customer) => saveRules(customer, [rule]), (customer) => saveRules(customer, [])],
  matching: [
    ({ visitor }) => visitor.call(saveConfiguration, { body: { customerMatchThreshold: 80 } }),
    ({ visitor }) => visitor.call(saveConfiguration, { body: { customerMatchThreshold: 90 } }),
  ],
  files: [
    ({ visitor }) => visitor.call(saveConfiguration, { body: { attachments: 'pdf' } }),
    ({ visitor }) => visitor.call(saveConfiguration, { body: { attachments: 'none' } }),
  ],
  webhooks: [
    async ({ visitor }) => {
      const [own] = (await visitor.call(listWebhooks)).webhooks
      await visitor.call(deleteWebhook, { params: { id: own!.id } })
    },
  ],
}

describe('what nobody has used', () => {
  it('is hidden until it has been used once, and is shown from then on, also when all is as before', async () => {
    const customer = await readyCustomer(world)
    const other = await readyCustomer(world)
    expect(await used(customer)).toEqual([])
    const seen: string[] = []
    for (const [part, acts] of Object.entries(USES)) {
      for (const act of acts) {
        await act(customer)
        expect(await used(customer)).toEqual([...seen, part])
      }
      seen.push(part)
    }
    expect(await used(other)).toEqual([])
  })

  it('stays hidden when other settings are saved', async () => {
    const customer = await readyCustomer(world)
    await customer.visitor.call(saveConfiguration, { body: { autoCreateProducts: false } })
    await customer.visitor.call(saveConfiguration, { body: { customerMatchThreshold: 90 } })
    expect(await used(customer)).toEqual([])
  })

  it('is what an account that is older than this has used', async () => {
    const busy = await readyCustomer(world)
    const quiet = await readyCustomer(world)
    for (const [act] of Object.values(USES)) await act!(busy)
    await upgradeFrom(world, '0056', sql`select 1`)
    expect((await used(busy)).toSorted()).toEqual(Object.keys(USES).toSorted())
    expect(await used(quiet)).toEqual([])
  })
})
