import { describe, expect, test } from 'vitest'
import type { MemberRole } from '#shared/access/invitation'
import {
  acceptInvitation,
  changeRole,
  handOver,
  invite,
  leaveCompany,
  listMembers,
  readInvitation,
  registerByInvitation,
  removeMember,
  withdrawInvitation,
} from '#shared/contracts/account/members'
import { listActivity } from '#shared/contracts/activity-log'
import { confirmPassword, login, readSession } from '#shared/contracts/auth'
import { listTransfers } from '#shared/contracts/transfers/list'
import { nightlyCleaning } from '#server/features/retention/queues'
import { invitations, memberships } from '#server/features/auth/tables'
import type { Visitor } from '../../support/people/browserless.ts'
import { listen } from '../../support/people/event-listener.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import { mailsTo, mailTo, tokenIn } from '../../support/vendors/mailbox.ts'
import { freePort } from '../../support/world/free-port.ts'
import { until } from '../../support/wait.ts'
import { signUp } from '../../support/world/world.ts'

/** Tests how others get access to a company, how it ends, and how a company gets another owner. */

const world = await startTimedWorld()

const DAY = 86_400_000
const PASSWORD = 'et langt nok passord'
let invited = 0
const newAddress = () => `invitert${(invited += 1)}@example.no`
const me = (visitor: Visitor) => visitor.call(readSession)
const companyOf = async (visitor: Visitor) => (await me(visitor)).company?.id ?? ''
const withToken = (token: string) => ({ body: { token } })

async function inviteOne(owner: Visitor, email: string, role: MemberRole = 'staff', nth = 1) {
  await owner.call(invite, { body: { email, role } })
  const address = email.trim().toLowerCase()
  return tokenIn((await mailTo(world.sandbox, address, /^Invitasjon til /, nth)).text)
}

const join = (token: string, visitor = world.visitor(), name = 'Kari Anne Nes') =>
  visitor.tryCall(registerByInvitation, { body: { token, name, password: PASSWORD } })

/** Returns somebody who made an account by an invitation, and so is in this company alone. */
async function newMember(owner: Visitor, role: MemberRole = 'staff') {
  const visitor = world.visitor()
  const email = newAddress()
  expect(await join(await inviteOne(owner, email, role), visitor)).toMatchObject({ status: 200 })
  return { visitor, email, id: (await me(visitor)).id }
}

const rolesIn = async (visitor: Visitor) =>
  (await visitor.call(listMembers)).members.map(({ email, role }) => [email, role])

const rowsOf = async (companyId: string) =>
  (await world.product.platform.db.select().from(memberships)).filter(
    (row) => row.companyId === companyId,
  )

async function refusal(token: string) {
  const { status, body } = await world.visitor().tryCall(readInvitation, { query: { token } })
  return [status, (body as { code?: string }).code]
}

describe('an invitation', () => {
  test('gives whoever makes an account by it access with the role, and confirms the address', async () => {
    const owner = await signUp(world)
    const email = newAddress()
    const token = await inviteOne(owner, `  ${email.toUpperCase()} `, 'accountant')
    expect(await world.visitor().call(readInvitation, { query: { token } })).toMatchObject({
      companyName: 'Fjordvik Rør AS',
      invitedBy: 'Frode Fjordvik',
      role: 'accountant',
      email: 'i***@example.no',
      isYours: null,
    })
    const accountant = world.visitor()
    expect((await join(token, accountant)).body).toMatchObject({
      email,
      firstName: 'Kari Anne',
      lastName: 'Nes',
      confirmedEmail: email,
      company: { name: 'Fjordvik Rør AS', role: 'accountant' },
      companies: [{ role: 'accountant' }],
    })
    expect(await accountant.call(listTransfers)).toEqual([])
    const log = await owner.call(listActivity)
    expect(log.map(({ description }) => description)).toEqual([
      'Kari Anne Nes har fått tilgang med rollen Regnskapsfører',
      `${email} er invitert med rollen Regnskapsfører`,
    ])
  })

  test('lets somebody with an account in by their own log-in, who keeps their own company', async () => {
    const owner = await signUp(world)
    const other = await signUp(world)
    const { email, company } = await me(other)
    const token = await inviteOne(owner, email, 'reader')
    const shown = await other.call(readInvitation, { query: { token } })
    expect(shown).toMatchObject({ isYours: true })
    const companyId = await companyOf(owner)
    expect(await other.call(acceptInvitation, withToken(token))).toEqual({ companyId })
    const { companies, confirmedEmail } = await me(other)
    expect(confirmedEmail).toBe(email)
    expect(companies.map(({ id, role }) => [id, role]).toSorted()).toEqual(
      [
        [company?.id, 'owner'],
        [companyId, 'reader'],
      ].toSorted(),
    )
    // Whoever presses twice is told the same.
    expect(await other.call(acceptInvitation, withToken(token))).toEqual({ companyId })
    expect(await rowsOf(companyId)).toHaveLength(2)
  })

  test('is for one address: another log-in is told whose it is, of which it sees little', async () => {
    const owner = await signUp(world)
    const email = newAddress()
    const token = await inviteOne(owner, email)
    const other = await signUp(world)
    expect(await other.call(readInvitation, { query: { token } })).toMatchObject({ isYours: false })
    expect(await other.tryCall(acceptInvitation, withToken(token))).toMatchObject({
      status: 409,
      body: { code: 'invitation_of_other', message: 'Invitasjonen gjelder i***@example.no' },
    })
    expect(await join(token)).toMatchObject({ status: 200 })
  })

  test('cannot make a second account for an address that has one', async () => {
    const owner = await signUp(world)
    const other = await signUp(world)
    const token = await inviteOne(owner, (await me(other)).email)
    expect(await join(token)).toMatchObject({ status: 409, body: { code: 'email_taken' } })
    expect(await other.tryCall(acceptInvitation, withToken(token))).toMatchObject({ status: 200 })
  })

  test('is not used by a mail program that opens the link, however often', async () => {
    const owner = await signUp(world)
    const token = await inviteOne(owner, newAddress())
    for (const method of ['GET', 'HEAD', 'GET']) {
      await world.visitor().fetch(`/invitasjon?token=${token}`, { method })
      await world.visitor().fetch(`/api/invitation?token=${token}`, { method })
    }
    expect(await rolesIn(owner)).toHaveLength(1)
    expect(await join(token)).toMatchObject({ status: 200 })
  })

  test('lets one in when two press at once', async () => {
    const owner = await signUp(world)
    const token = await inviteOne(owner, newAddress())
    const pressed = await Promise.all([join(token), join(token), join(token)])
    expect(pressed.map(({ status }) => status).toSorted()[0]).toBe(200)
    expect(pressed.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await rolesIn(owner)).toHaveLength(2)
    expect(await refusal(token)).toEqual([410, 'invitation_accepted'])
  })

  test('says why it holds no more: unknown, withdrawn, replaced, or a week old', async () => {
    const owner = await signUp(world)
    expect(await refusal('ukjent')).toEqual([404, 'invitation_unknown'])

    const withdrawn = await inviteOne(owner, newAddress())
    const [open] = (await owner.call(listMembers)).invitations
    await owner.call(withdrawInvitation, { params: { id: open?.id ?? '' } })
    expect(await refusal(withdrawn)).toEqual([410, 'invitation_withdrawn'])
    expect(await join(withdrawn)).toMatchObject({ status: 410 })
    const again = await owner.tryCall(withdrawInvitation, { params: { id: open?.id ?? '' } })
    expect(again.status).toBe(404)

    const email = newAddress()
    const replaced = await inviteOne(owner, email)
    const newer = await inviteOne(owner, email, 'reader', 2)
    expect(await refusal(replaced)).toEqual([410, 'invitation_replaced'])
    expect((await owner.call(listMembers)).invitations).toMatchObject([{ email, role: 'reader' }])

    world.advance(7 * DAY)
    expect(await refusal(newer)).toEqual([410, 'invitation_expired'])
    expect(await join(newer)).toMatchObject({ status: 410, body: { code: 'invitation_expired' } })
    await owner.call(login, { body: { email: (await me(owner)).email, password: PASSWORD } })
    expect((await owner.call(listMembers)).invitations).toEqual([])
    await nightlyCleaning(world.product.platform).run(new AbortController().signal)
    expect(await world.product.platform.db.select().from(invitations)).toEqual([])
  })

  test('is refused to somebody who has access, and to the owner', async () => {
    const owner = await signUp(world)
    const member = await newMember(owner)
    for (const email of [member.email, (await me(owner)).email])
      expect(await owner.tryCall(invite, { body: { email, role: 'reader' } })).toMatchObject({
        status: 409,
        body: { code: 'already_member', fields: { email: expect.any(String) as string } },
      })
  })

  test('can be sent twenty times a day, of which withdrawing gives none back', async () => {
    const owner = await signUp(world)
    for (let sent = 0; sent < 20; sent += 1)
      await owner.call(invite, { body: { email: newAddress(), role: 'staff' } })
    for (const { id } of (await owner.call(listMembers)).invitations)
      await owner.call(withdrawInvitation, { params: { id } })
    const body = { email: newAddress(), role: 'staff' } as const
    expect(await owner.tryCall(invite, { body })).toMatchObject({
      status: 429,
      body: { code: 'too_many_invitations' },
    })
    const another = await signUp(world)
    expect(await another.tryCall(invite, { body })).toMatchObject({ status: 200 })
    world.advance(DAY)
    expect(await owner.tryCall(invite, { body })).toMatchObject({ status: 200 })
  })

  test('of which the mail is not sent is said to be so, and holds no longer', async () => {
    const owner = await signUp(world)
    await world.restart({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })
    expect(
      await owner.tryCall(invite, { body: { email: newAddress(), role: 'staff' } }),
    ).toMatchObject({ status: 503, body: { code: 'mail_not_sent' } })
    expect((await owner.call(listMembers)).invitations).toEqual([])
    await world.restart()
  })

  test('is seen by the owner alone, and sent by the owner alone', async () => {
    const owner = await signUp(world)
    const member = await newMember(owner)
    await inviteOne(owner, newAddress())
    expect(await member.visitor.call(listMembers)).toMatchObject({
      members: [{ role: 'owner' }, { id: member.id, role: 'staff' }],
      invitations: [],
    })
  })
})

describe('a member', () => {
  test('has a changed role from the next call', async () => {
    const owner = await signUp(world)
    const { visitor, id } = await newMember(owner)
    await owner.call(changeRole, { params: { id }, body: { role: 'reader' } })
    expect((await me(visitor)).company).toMatchObject({ role: 'reader' })
    expect(await rolesIn(owner)).toMatchObject([
      [expect.any(String), 'owner'],
      [expect.any(String), 'reader'],
    ])
  })

  test('who is removed is out at once, also where a screen is open', async () => {
    const owner = await signUp(world)
    const { visitor, id } = await newMember(owner)
    const stream = await listen(visitor)
    await owner.call(removeMember, { params: { id } })
    expect(await visitor.tryCall(listTransfers)).toMatchObject({
      status: 409,
      body: { code: 'no_membership' },
    })
    await until('the stream to end', () => stream.sessionOver())
    expect((await me(visitor)).companies).toEqual([])
    expect(await owner.tryCall(removeMember, { params: { id } })).toMatchObject({ status: 404 })
  })

  test('can leave, but the owner cannot, nor be removed', async () => {
    const owner = await signUp(world)
    const { visitor, id } = await newMember(owner)
    const companyId = await companyOf(owner)
    await visitor.call(leaveCompany, { params: { id: companyId } })
    expect(await visitor.tryCall(leaveCompany, { params: { id: companyId } })).toMatchObject({
      status: 404,
    })
    expect((await rowsOf(companyId)).map(({ personId }) => personId)).not.toContain(id)
    const ownId = (await me(owner)).id
    for (const tried of [
      await owner.tryCall(leaveCompany, { params: { id: companyId } }),
      await owner.tryCall(removeMember, { params: { id: ownId } }),
      await owner.tryCall(changeRole, { params: { id: ownId }, body: { role: 'reader' } }),
    ])
      expect(tried).toMatchObject({ status: 409, body: { code: 'owner_stays' } })
  })

  test('of another company is out of reach', async () => {
    const [owner, other] = [await signUp(world), await signUp(world)]
    const { id } = await newMember(other)
    await inviteOne(other, newAddress())
    const [open] = (await other.call(listMembers)).invitations
    for (const tried of [
      await owner.tryCall(removeMember, { params: { id } }),
      await owner.tryCall(changeRole, { params: { id }, body: { role: 'reader' } }),
      await owner.tryCall(withdrawInvitation, { params: { id: open?.id ?? '' } }),
    ])
      expect(tried).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await rolesIn(other)).toHaveLength(2)
  })
})

describe('a company', () => {
  const takeOver = /^Ta over /

  async function asked(owner: Visitor, email: string) {
    await owner.call(handOver, { body: { email } })
    return tokenIn((await mailTo(world.sandbox, email, takeOver)).text)
  }

  test('gets another owner when the member who was asked accepts with their password', async () => {
    const owner = await signUp(world)
    const former = await me(owner)
    const companyId = await companyOf(owner)
    const { visitor, email, id } = await newMember(owner, 'accountant')
    const open = await inviteOne(owner, newAddress())
    const token = await asked(owner, email)
    expect((await me(owner)).company).toMatchObject({ role: 'owner' })
    expect(await visitor.call(readInvitation, { query: { token } })).toMatchObject({
      role: 'owner',
      isYours: true,
    })
    world.advance(16 * 60_000)
    expect(await visitor.tryCall(acceptInvitation, withToken(token))).toMatchObject({
      status: 409,
      body: { code: 'password_required' },
    })
    await visitor.call(confirmPassword, { body: { password: PASSWORD } })
    await visitor.call(acceptInvitation, withToken(token))
    expect(await rolesIn(visitor)).toEqual([
      [former.email, 'staff'],
      [email, 'owner'],
    ])
    expect((await me(owner)).company).toMatchObject({ id: companyId, role: 'staff' })
    const told = await mailTo(world.sandbox, former.email, /har fått ny eier/)
    expect(told.text).toContain('Kari Anne Nes ble eier av Fjordvik Rør AS')
    expect((await mailTo(world.sandbox, email, /^Du er eier av /)).text).toContain(
      'Koble til på nytt',
    )
    // What the former owner had sent ended with their right to send it.
    expect(await refusal(open)).toEqual([410, 'invitation_ended'])
    expect((await visitor.call(listActivity))[0]).toMatchObject({
      description: 'Kari Anne Nes er ny eier av firmaet',
    })
    await visitor.call(removeMember, { params: { id: former.id } })
    expect((await rowsOf(companyId)).map(({ personId }) => personId)).toEqual([id])
  })

  test('is handed over to somebody new, who chooses a password by it', async () => {
    const owner = await signUp(world)
    const token = await asked(owner, newAddress())
    const taker = world.visitor()
    expect(await join(token, taker, 'Ola')).toMatchObject({
      status: 200,
      body: { firstName: 'Ola', lastName: null, company: { role: 'owner' } },
    })
    expect((await me(owner)).company).toMatchObject({ role: 'staff' })
  })

  test('is asked of one at a time, with the owner’s password, and stays until then', async () => {
    const owner = await signUp(world)
    const [first, second] = [newAddress(), newAddress()]
    const former = await asked(owner, first)
    const latter = await asked(owner, second)
    expect(await refusal(former)).toEqual([410, 'invitation_replaced'])
    world.advance(16 * 60_000)
    expect(await owner.tryCall(handOver, { body: { email: first } })).toMatchObject({
      status: 409,
      body: { code: 'password_required' },
    })
    const [open] = (await owner.call(listMembers)).invitations
    expect(open).toMatchObject({ email: second, role: 'owner' })
    await owner.call(withdrawInvitation, { params: { id: open?.id ?? '' } })
    expect(await join(latter)).toMatchObject({ status: 410 })
    expect((await me(owner)).company).toMatchObject({ role: 'owner' })
    expect(mailsTo(world.sandbox, (await me(owner)).email, /har fått ny eier/)).toEqual([])
  })

  test('is not taken over by a member who was asked, and removed since', async () => {
    const owner = await signUp(world)
    const { visitor, email, id } = await newMember(owner, 'accountant')
    const token = await asked(owner, email)
    await owner.call(removeMember, { params: { id } })
    expect((await owner.call(listMembers)).invitations).toEqual([])
    expect(await visitor.tryCall(acceptInvitation, withToken(token))).toMatchObject({ status: 410 })
    expect((await me(owner)).company).toMatchObject({ role: 'owner' })
  })

  test('does not get two owners when two accept at once', async () => {
    const owner = await signUp(world)
    const companyId = await companyOf(owner)
    const { visitor, email } = await newMember(owner)
    const token = await asked(owner, email)
    await Promise.all([1, 2, 3].map(() => visitor.tryCall(acceptInvitation, withToken(token))))
    const roles = (await rowsOf(companyId)).map(({ role }) => role)
    expect(roles.toSorted()).toEqual(['owner', 'staff'])
  })
})
