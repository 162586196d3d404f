import { describe, expect, it } from 'vitest'
import { expireAccess, revokeSubject } from '#sandbox/http/oauth-store'
import * as contract from '#shared/contracts/connections'
import { startTimedWorld } from '#test/support/people/person'

const world = await startTimedWorld()

/** Counts an account's token requests; other accounts' mirrors also renew tokens. */
const tokenCalls = (path: string, who: string) =>
  world.vendors.ledger.entries.filter(
    (entry) => entry.method === 'POST' && entry.path === path && entry.who === who,
  ).length

describe('the tokens', () => {
  it.each([
    ['ServiceM8', '/oauth/access_token'],
    ['Fiken', '/oauth/token'],
  ])(
    'of %s are renewed once, although twenty calls need them at the same moment',
    async (name, path) => {
      const person = await world.connected()
      const call = () =>
        name === 'Fiken'
          ? person.visitor.call(contract.testFiken, {
              body: { companySlug: person.tenant.company.slug },
            })
          : person.visitor.call(contract.testServicem8)
      for (const makeOld of [
        () => world.advance(25 * 3_600_000),
        () => {
          expireAccess(world.vendors.state.servicem8.oauth, person.tenant.account.uuid)
          expireAccess(world.vendors.state.fiken.oauth, person.tenant.user.email)
        },
      ]) {
        makeOld()
        world.vendors.ledger.reset()
        const answers = await Promise.all(Array.from({ length: 20 }, call))
        expect(answers.filter(({ connected }) => connected)).toHaveLength(20)
        expect(
          tokenCalls(
            path,
            name === 'Fiken' ? person.tenant.user.email : person.tenant.account.uuid,
          ),
        ).toBe(1)
      }
      expect(world.vendors.ledger.overlaps).toBe(0)
    },
  )

  it('survive an answer that was lost before the vendor had rotated them', async () => {
    const person = await world.connected()
    world.advance(25 * 3_600_000)
    world.vendors.faults.add({
      kind: 'reset',
      vendor: 'servicem8',
      path: '/oauth/access_token',
      count: 1,
    })
    expect(await person.visitor.call(contract.testServicem8)).toMatchObject({ connected: true })
    expect(await person.visitor.call(contract.readTokenStatus)).toMatchObject({
      needsReauth: false,
    })
  })

  it('survive an answer that was lost after the vendor had rotated them, where the vendor allows it', async () => {
    const person = await world.connected()
    world.vendors.settings.servicem8.refreshGraceSeconds = 60
    world.advance(25 * 3_600_000)
    world.vendors.faults.add({
      kind: 'lost',
      vendor: 'servicem8',
      path: '/oauth/access_token',
      count: 1,
    })
    try {
      expect(await person.visitor.call(contract.testServicem8)).toMatchObject({ connected: true })
    } finally {
      world.vendors.settings.servicem8.refreshGraceSeconds = 0
    }
    world.advance(25 * 3_600_000)
    expect(await person.visitor.call(contract.testServicem8)).toMatchObject({ connected: true })
  })

  it('of a dead grant require a new consent, which fixes it', async () => {
    const person = await world.connected()
    revokeSubject(world.vendors.state.fiken.oauth, person.tenant.user.email)
    const first = await person.visitor.tryCall(contract.listFikenCompanies)
    expect(first).toMatchObject({ status: 401, body: { code: 'reauthorize_fiken' } })
    const status = await person.visitor.call(contract.readTokenStatus)
    expect(status).toMatchObject({
      needsReauth: true,
      fikenStatus: 'reauth_required',
      servicem8Status: 'connected',
    })
    expect(status.fikenMessage).toContain('Koble til Fiken på nytt')
    expect(await world.connect(person, 'fiken')).toMatchObject({ result: 'success' })
    expect((await person.visitor.call(contract.listFikenCompanies)).companies).toHaveLength(1)
    expect(await person.visitor.call(contract.readTokenStatus)).toMatchObject({
      needsReauth: false,
      fikenStatus: 'connected',
    })
  })

  it('survive a vendor that is down', async () => {
    const person = await world.connected()
    world.advance(25 * 3_600_000)
    world.vendors.faults.add({ kind: 'status', status: 503, vendor: 'fiken' })
    expect((await person.visitor.tryCall(contract.listFikenCompanies)).status).toBe(503)
    expect(await person.visitor.call(contract.readTokenStatus)).toMatchObject({
      needsReauth: false,
      fikenStatus: 'connected',
    })
    world.vendors.faults.clear()
    expect((await person.visitor.call(contract.listFikenCompanies)).success).toBe(true)
  })
})
