import { describe, expect, test } from 'vitest'
import { createTenant } from '#sandbox/seed/tenants'
import type { Act } from '#shared/access/roles'
import { readSession } from '#shared/contracts/auth'
import { readConfiguration, saveConfiguration } from '#shared/contracts/configuration'
import { readFikenAuthUrl, readServicem8AuthUrl, revokeFiken } from '#shared/contracts/connections'
import { deleteProducts } from '#shared/contracts/products/tasks'
import { EXPORT_PATH } from '#shared/contracts/profile'
import { cancelTask, listTasks, seeTask } from '#shared/contracts/tasks'
import { newMember } from '../../support/people/access/members.ts'
import type { Visitor } from '../../support/people/browserless.ts'
import { readyCustomer } from '../../support/people/tenants.ts'
import { until } from '../../support/wait.ts'
import { consent, startWorld } from '../../support/world/world.ts'

/** Tests the acts that a call's input or the company's state decides, beside the matrix of roles. */

const world = await startWorld()
const customer = await readyCustomer(world, 'Rollenes Rør AS')
const companyId = (await customer.visitor.call(readSession)).company?.id ?? ''
const people = {
  accountant: await newMember(world, companyId, 'accountant'),
  staff: await newMember(world, companyId, 'staff'),
  reader: await newMember(world, companyId, 'reader'),
}

const refusal = (act: Act) => ({ status: 403, body: { code: 'role_refused', act } })

describe('the settings', () => {
  test('a member saves what the role allows, and nothing of what it does not', async () => {
    const { staff, accountant, reader } = people
    const save = (visitor: Visitor, body: object) => visitor.tryCall(saveConfiguration, { body })
    expect(await save(staff, { autoCreateProducts: true, isActive: false })).toMatchObject({
      status: 200,
    })
    const before = await customer.visitor.call(readConfiguration)
    expect(await save(staff, { invoiceCreationMode: 'invoice' })).toMatchObject(
      refusal('invoice_mode'),
    )
    expect(
      await save(staff, { autoCreateProducts: false, fikenCompanySlug: 'annet-as' }),
    ).toMatchObject(refusal('change_fiken_company'))
    expect(await save(accountant, { autoCreateProducts: false })).toMatchObject(
      refusal('configuration'),
    )
    expect(await save(accountant, { fikenCompanySlug: null })).toMatchObject(
      refusal('change_fiken_company'),
    )
    expect(await save(accountant, { fikenBankAccountCode: '' })).toMatchObject({ status: 200 })
    expect(await save(reader, {})).toMatchObject({ status: 403 })
    expect(await customer.visitor.call(readConfiguration)).toEqual(before)
  })
})

describe('the connections', () => {
  test('staff renew both, an accountant only Fiken, and neither connects ServiceM8', async () => {
    const { staff, accountant } = people
    expect(await staff.tryCall(readServicem8AuthUrl)).toMatchObject({ status: 200 })
    expect(await staff.tryCall(readFikenAuthUrl)).toMatchObject({ status: 200 })
    expect(await accountant.tryCall(readFikenAuthUrl)).toMatchObject({ status: 200 })
    expect(await accountant.tryCall(readServicem8AuthUrl)).toMatchObject({ status: 403 })
  })

  test('the page that starts a consent refuses too, with the reason in its address', async () => {
    const answer = await people.reader.fetch('/api/auth/servicem8')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(
      `/oauth/complete?vendor=servicem8&result=error&reason=role_refused&company=${companyId}`,
    )
  })

  test('a renewal with another ServiceM8 account is refused, and the former one stays', async () => {
    const other = createTenant(world.vendors, 'Et Annet Rør AS')
    const page = await consent(people.staff, 'servicem8', other.account.uuid)
    expect(page).toContain('reason=role_refused')
  })
})

test('a task is ended only by those who could have started it', async () => {
  await people.staff.call(deleteProducts, {
    body: { items: [{ type: 'missingInServiceM8', fikenProductId: 1, name: 'Muffe' }] },
  })
  const tasks = await people.reader.call(listTasks)
  expect(tasks.map(({ kind }) => kind)).toEqual(['delete_products'])
  for (const { id } of tasks) {
    expect(await people.accountant.tryCall(cancelTask, { params: { id } })).toMatchObject(
      refusal('products'),
    )
    expect(await people.accountant.tryCall(seeTask, { params: { id } })).toMatchObject(
      refusal('products'),
    )
    expect(await people.staff.tryCall(cancelTask, { params: { id } })).toMatchObject({
      status: 200,
    })
  }
})

test('only an owner downloads the company', async () => {
  const address = `${EXPORT_PATH}?company=${companyId}`
  for (const visitor of Object.values(people)) {
    const answer = await visitor.fetch(address)
    expect({ status: answer.status, body: await answer.json() }).toMatchObject(
      refusal('company_export'),
    )
  }
  await until('the owner’s download', async () => {
    const answer = await customer.visitor.fetch(address)
    await answer.arrayBuffer()
    return answer.status === 200
  })
})

test('once Fiken is logged out of, connecting it is no renewal', async () => {
  await customer.visitor.call(revokeFiken)
  const { staff, accountant } = people
  expect(await staff.tryCall(readFikenAuthUrl)).toMatchObject(refusal('connect_fiken'))
  expect(await accountant.tryCall(readFikenAuthUrl)).toMatchObject({ status: 200 })
})
