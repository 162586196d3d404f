import { eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Tenant } from '#sandbox/seed/tenants'
import { memberships } from '#server/features/auth/tables'
import { configurations } from '#server/features/configuration/tables'
import {
  clearCompanySelection,
  readConfiguration,
  saveConfiguration,
} from '#shared/contracts/configuration'
import { listFikenCompanies, revokeFiken, testFiken } from '#shared/contracts/connections'
import {
  acceptFikenOffer,
  confirmPairings,
  readFikenOffers,
  readPairings,
} from '#shared/contracts/pairings'
import type { Visitor } from '../../support/people/browserless.ts'
import {
  type Client,
  connectFiken,
  fikenStatus,
  newOffice,
  type Office,
} from '../../support/people/access/office.ts'
import { startWorld } from '../../support/world/world.ts'

/** Tests how companies are paired with the companies in Fiken that one person's grant sees. */

const world = await startWorld()
const db = () => world.product.platform.db

function numbered({ account, company }: Tenant, number: string): void {
  account.vendor.business_number = number.replaceAll(' ', '')
  company.info.organizationNumber = number
}

let office: Office
let first: Client, second: Client, third: Client
beforeEach(async () => {
  office = await newOffice(world, (tenant, n) => numbered(tenant, `94015522${n}`))
  ;[first, second, third] = office.clients
})

const slugOf = ({ tenant }: Client) => tenant.company.slug
const choose = (visitor: Visitor, client: Client) =>
  visitor.tryCall(saveConfiguration, { body: { fikenCompanySlug: slugOf(client) } })
const pairings = async () =>
  new Map((await office.accountant.call(readPairings)).map((one) => [one.companyId, one]))
const grantId = async () => [...(await pairings()).values()][0]?.choices[0]?.grantId ?? ''
const confirm = async (visitor: Visitor, company: Client, at: Client, grant: string) => {
  const pairs = [{ companyId: company.id, grantId: grant, slug: slugOf(at) }]
  const [answer] = await visitor.call(confirmPairings, { body: { pairs } })
  return answer?.problem ?? null
}

describe('what is proposed', () => {
  test('is the company in Fiken with the same organisation number, however it is written', async () => {
    numbered(second.tenant, '940 155 222')
    await connectFiken(first.accountant, office.fikenUser)
    expect(await choose(first.accountant, first)).toMatchObject({ status: 200 })
    const found = await pairings()
    expect([...found.keys()].toSorted()).toEqual([second.id, third.id].toSorted())
    expect(found.get(second.id)).toMatchObject({
      organizationNumber: '940155222',
      proposed: { slug: slugOf(second), organizationNumber: '940155222' },
    })
    // The first company's is in use, so it is no choice.
    expect(
      found
        .get(third.id)
        ?.choices.map(({ slug }) => slug)
        .toSorted(),
    ).toEqual([slugOf(second), slugOf(third)].toSorted())
  })

  test('is nothing where two have the number, or where it is another', async () => {
    numbered(second.tenant, '940155223')
    third.tenant.company.info.organizationNumber = '940155223'
    await connectFiken(first.accountant, office.fikenUser)
    const found = await pairings()
    expect(found.get(second.id)).toMatchObject({ proposed: null })
    expect(found.get(third.id)).toMatchObject({ proposed: null })
    expect(found.get(third.id)?.choices).toHaveLength(3)
  })
})

describe('a confirmed pairing', () => {
  test('is stored as if chosen in the settings, works, and switches nothing on', async () => {
    await connectFiken(first.accountant, office.fikenUser)
    expect(await confirm(office.accountant, second, second, await grantId())).toBeNull()
    expect(await second.owner.call(readConfiguration)).toMatchObject({
      fikenCompanySlug: slugOf(second),
      fikenCompanyName: second.tenant.company.info.name,
      requiresCompanySelection: false,
      isActive: false,
    })
    const body = { companySlug: slugOf(second) }
    expect(await second.owner.call(testFiken, { body })).toMatchObject({ connected: true })
    // It is connected now, so it is no longer to be paired.
    expect((await pairings()).has(second.id)).toBe(false)
    expect(await confirm(office.accountant, second, third, await grantId())).toContain('allerede')
  })

  test('needs one’s own grant, membership and role, and a company in Fiken that the grant sees', async () => {
    await connectFiken(first.accountant, office.fikenUser)
    const grant = await grantId()
    expect(await confirm(second.owner, second, second, grant)).toContain('gjelder ikke lenger')
    expect(await confirm(second.owner, third, third, grant)).toContain('ikke tilgang')
    for (const role of ['reader', 'staff'] as const) {
      await db()
        .update(memberships)
        .set({ role })
        .where(eq(memberships.personId, office.accountantId))
      expect(await confirm(office.accountant, second, second, grant)).toMatch(/eieren/i)
    }
    await db()
      .update(memberships)
      .set({ role: 'accountant' })
      .where(eq(memberships.personId, office.accountantId))
    const pairs = [{ companyId: second.id, grantId: grant, slug: 'finnes-ikke' }]
    expect(await office.accountant.call(confirmPairings, { body: { pairs } })).toMatchObject([
      { problem: expect.stringContaining('gjelder ikke dette selskapet') as string },
    ])
    expect(await fikenStatus(second)).toBe('disconnected')
  })

  test('with another company in Fiken than before is the owner’s to decide', async () => {
    await connectFiken(second.owner, second.tenant.user.email)
    expect(await choose(second.owner, second)).toMatchObject({ status: 200 })
    await second.owner.call(revokeFiken)
    await connectFiken(first.accountant, office.fikenUser)
    const grant = await grantId()
    expect((await pairings()).get(second.id)?.choices.map(({ slug }) => slug)).toEqual([
      slugOf(second),
    ])
    expect(await confirm(office.accountant, second, third, grant)).toMatch(/eieren/i)
    expect(await confirm(office.accountant, second, second, grant)).toBeNull()
  })
})

describe('a member’s grant', () => {
  test('is offered to the owner, with nothing of the member’s other companies', async () => {
    await connectFiken(first.accountant, office.fikenUser)
    await pairings()
    const offers = await second.owner.call(readFikenOffers)
    expect(offers).toMatchObject([{ slug: slugOf(second), person: 'Kari Fjordvik' }])
    const { grantId: grant = '' } = offers[0] ?? {}
    const other = { grantId: grant, slug: slugOf(third) }
    expect(await second.owner.tryCall(acceptFikenOffer, { body: other })).toMatchObject({
      status: 404,
    })
    const body = { grantId: grant, slug: slugOf(second) }
    expect((await second.accountant.tryCall(acceptFikenOffer, { body })).status).toBe(403)
    await second.owner.call(acceptFikenOffer, { body })
    expect(await second.owner.call(readConfiguration)).toMatchObject({
      fikenCompanySlug: slugOf(second),
      isActive: false,
    })
    expect(await second.owner.call(readFikenOffers)).toEqual([])
  })

  test('shows the owner whose company uses it none of the member’s other companies', async () => {
    second.tenant.company.info.organizationNumber = '940 155 222 MVA'
    await connectFiken(second.accountant, office.fikenUser)
    const slugsFor = async (visitor: Visitor) =>
      (await visitor.call(listFikenCompanies)).companies.map(({ slug }) => slug)
    expect(await slugsFor(second.accountant)).toHaveLength(3)
    expect(await slugsFor(second.owner)).toEqual([slugOf(second)])
    expect(await choose(second.owner, third)).toMatchObject({
      status: 400,
      body: { code: 'company_out_of_reach' },
    })
    expect((await choose(second.owner, second)).status).toBe(200)
  })
})

describe('a company in Fiken that another company of ours uses', () => {
  test('is refused in the settings, in a pairing, and when it is confirmed', async () => {
    await connectFiken(first.accountant, office.fikenUser)
    expect(await choose(first.accountant, second)).toMatchObject({ status: 200 })
    const taken = 'Et annet firma i Fakturabro bruker dette selskapet i Fiken.'
    expect(await confirm(office.accountant, second, second, await grantId())).toContain(taken)
    await connectFiken(second.owner, second.tenant.user.email)
    expect(await choose(second.owner, second)).toMatchObject({
      status: 409,
      body: { code: 'fiken_company_taken', message: expect.stringContaining(taken) as string },
    })

    // Free once the other company has logged out, and kept by whoever chose it meanwhile.
    await first.owner.call(revokeFiken)
    expect(await choose(second.owner, second)).toMatchObject({ status: 200 })
    await connectFiken(first.accountant, office.fikenUser)
    expect(await first.accountant.tryCall(clearCompanySelection)).toMatchObject({
      status: 409,
      body: { code: 'fiken_company_taken' },
    })
  })

  test('goes to exactly one of two that choose it at the same time', async () => {
    await connectFiken(first.accountant, office.fikenUser)
    await connectFiken(second.accountant, office.fikenUser)
    const answers = await Promise.all([first, second].map((one) => choose(one.accountant, third)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('keeps working for two that shared it before this was refused', async () => {
    await connectFiken(first.accountant, office.fikenUser)
    await connectFiken(second.accountant, office.fikenUser)
    const ids = [first.id, second.id]
    await first.owner.call(readConfiguration)
    await second.owner.call(readConfiguration)
    await db()
      .update(configurations)
      .set({ fikenCompanySlug: slugOf(third), fikenCompanySince: null })
      .where(inArray(configurations.companyId, ids))
    for (const one of [first, second]) {
      await one.owner.call(clearCompanySelection)
      expect(await one.owner.call(readConfiguration)).toMatchObject({
        requiresCompanySelection: false,
      })
    }
  })
})
