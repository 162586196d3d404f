import { describe, expect, test } from 'vitest'
import { changeJob } from '#sandbox/servicem8/workshop'
import { causeOf } from '#shared/causes/index'
import { notifyCompany } from '#server/features/notifications/notify'
import { syncNow } from '#shared/contracts/intake'
import { retryTransfer } from '#shared/contracts/transfers/actions'
import { saveMailPreferences } from '#shared/contracts/profile'
import { clearCompanySelection } from '#shared/contracts/configuration'
import { mailsTo } from '../../support/vendors/mailbox.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import {
  completeWorkOrders,
  readyReader,
  transfersOf,
  type Reader,
} from '../../support/people/tenants.ts'
import { until } from '../../support/wait.ts'
import { consent, transferOf } from '../../support/world/world.ts'

let customers = 0

const world = await startTimedWorld()

async function newReader(): Promise<Reader> {
  customers += 1
  const reader = await readyReader(world, `Postmottaker ${customers} AS`)
  // The weekly summary would arrive if the test runs on a Monday morning.
  await reader.visitor.call(saveMailPreferences, {
    body: { failureMail: true, weeklySummary: false },
  })
  return reader
}

/** Completes jobs; Fiken refuses those with a mark in their order number. */
const complete = (reader: Reader, count: number, mark?: string) =>
  completeWorkOrders(world, reader, count, mark ? { purchase_order_number: mark } : undefined)

const REFUSED = causeOf('draft_refused').title
const DEAD = causeOf('fiken_grant_dead').title
const mails = ({ email }: Reader, subject?: string | RegExp) =>
  mailsTo(world.sandbox, email, subject)

const mail = (reader: Reader, title: string, nth = 1) =>
  until(`mail ${nth} about ${title}`, () => {
    world.advance(15_000)
    return mails(reader, new RegExp(`^${title}`))[nth - 1]
  })

/** Waits until every due e-mail is sent and every ended problem counts as fixed. */
async function muchLater({ id }: Reader): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    world.advance(10 * 60_000)
    await notifyCompany(world.product.platform, id, new AbortController().signal)
  }
}

const transferFailed = (reader: Reader, count = 1) =>
  until(
    `${count} failed transfers`,
    async () =>
      (await transfersOf(reader)).filter((row) => row.status === 'failed').length === count,
  )

async function retryAll(reader: Reader): Promise<void> {
  for (const { id } of await transfersOf(reader))
    await reader.visitor.call(retryTransfer, { params: { id } })
}

function revokeFiken({ tenant: { user } }: Reader): void {
  world.vendors.faults.add({
    kind: 'revoke',
    vendor: 'fiken',
    who: user.email,
    path: '/invoices',
    count: 1,
  })
}

describe('a cause that stops transfers', () => {
  test('is reported in one mail, with why, how many wait and where to fix it, however many it stops', async () => {
    const reader = await newReader()
    complete(reader, 3, 'HASTER [400]')
    await transferFailed(reader, 3)
    const { subject, text, html, from } = await mail(reader, REFUSED)
    expect(from).toBe('ikke-svar@fakturabro.example')
    expect(subject).toBe(`${REFUSED} – 3 overføringer venter`)
    for (const part of [text, html]) {
      expect(part).toContain('Hei Frode,')
      expect(part).toContain(causeOf('draft_refused').explanation)
      expect(part).toMatch(/3 overføringer venter på deg, [\d\s,]+.kr\./)
      expect(part).toMatch(/Jobb #\d+, .+, [\d\u00a0]+,\d\d\u00a0kr/)
      expect(part).toContain(`${world.url}/transfers?status=failed`)
      expect(part).toContain('Slå den av under Min profil')
      expect(part).toContain(`${world.url}/profile#varsler`)
    }
    expect(html).not.toMatch(/<img|<link|src=/)

    complete(reader, 2, 'HASTER [400]')
    await transferFailed(reader, 5)
    await muchLater(reader)
    expect(mails(reader)).toHaveLength(1)
  })

  test('is not reported again when a second attempt fails, but is when it was fixed and comes back', async () => {
    const reader = await newReader()
    const jobs = complete(reader, 1, 'HASTER [400]')
    const { text } = await mail(reader, REFUSED)
    const [row] = await transfersOf(reader)
    expect(text).toContain(`${world.url}/transfers?jobb=${row?.id}`)
    await retryAll(reader)
    await until('the second try to fail', async () => {
      const [again] = await transfersOf(reader)
      return again?.status === 'failed' && again.retryCount === 1
    })
    await muchLater(reader)
    expect(mails(reader)).toHaveLength(1)

    changeJob(world.vendors, reader.tenant.account, jobs[0] ?? '', {
      purchase_order_number: 'RETTET',
    })
    await retryAll(reader)
    await transferOf(reader.visitor, jobs[0] ?? '', 'completed')
    await muchLater(reader)
    complete(reader, 1, 'HASTER [400]')
    await mail(reader, REFUSED, 2)
    expect(mails(reader)).toHaveLength(2)
  })

  test('is reported beside another one: each cause has its own mail', async () => {
    const reader = await newReader()
    complete(reader, 1, 'HASTER [400]')
    const [empty = ''] = complete(reader, 1)
    await transferOf(reader.visitor, empty, 'completed')
    complete(reader, 1, 'HASTER [403]')
    await mail(reader, REFUSED)
    await until('the other mail', () => {
      world.advance(15_000)
      return mails(reader).length === 2
    })
    expect(new Set(mails(reader).map(({ subject }) => subject)).size).toBe(2)
  })
})

/** Makes Fiken respond with this status, and a Retry-After too long for an immediate retry. */
const fikenAnswers = ({ tenant: { user } }: Reader, status: number) =>
  world.vendors.faults.add({
    kind: 'status',
    vendor: 'fiken',
    status,
    who: user.email,
    retryAfter: 3_600,
  })

const waitsWith = (reader: Reader, code: string) =>
  until(`the transfer to wait with ${code}`, async () =>
    (await transfersOf(reader)).some((row) => row.status === 'queued' && row.errorCode === code),
  )

test('an outage is reported once it has lasted a day, once, and neither while it is young nor when it is over', async () => {
  const reader = await newReader()
  fikenAnswers(reader, 503)
  const [job = ''] = complete(reader, 1)
  await waitsWith(reader, 'fiken_down')
  await muchLater(reader)
  expect(mails(reader)).toEqual([])

  world.advance(86_400_000)
  const { text } = await mail(reader, causeOf('fiken_down').title)
  expect(text).toContain('Vi fortsetter å prøve')
  expect(text).toContain('Én overføring venter på det.')
  await muchLater(reader)
  expect(mails(reader)).toHaveLength(1)

  world.vendors.faults.clear()
  await until('the transfer to be completed', async () => {
    world.advance(10 * 60_000)
    return (await transfersOf(reader)).some(
      (row) => row.servicem8JobId === job && row.status === 'completed',
    )
  })
  await muchLater(reader)
  expect(mails(reader)).toHaveLength(1)
})

test('what is retried automatically is reported once the retries are given up', async () => {
  const reader = await newReader()
  fikenAnswers(reader, 429)
  complete(reader, 1)
  await waitsWith(reader, 'rate_limited')
  await muchLater(reader)
  expect(mails(reader)).toEqual([])
  await until('the tries to be given up', async () => {
    world.advance(10 * 60_000)
    return (await transfersOf(reader)).some((row) => row.status === 'failed')
  })
  const { text } = await mail(reader, causeOf('gave_up').title)
  expect(text).toMatch(/Én overføring venter på deg, [\d\s,]+.kr\./)
})

describe('a grant that is dead', () => {
  test('is reported once, with how many transfers wait, and again when it dies after it was renewed', async () => {
    const reader = await newReader()
    revokeFiken(reader)
    complete(reader, 2)
    await until(
      'both to wait',
      async () => (await transfersOf(reader)).filter((row) => row.status === 'queued').length === 2,
    )
    const { subject, text } = await mail(reader, DEAD)
    expect(subject).toBe(`${DEAD} – 2 overføringer venter`)
    expect(text).toContain(causeOf('fiken_grant_dead').explanation)
    expect(text).toContain('2 overføringer venter på det.')
    expect(text).toContain(`Koble til Fiken på nytt:\n${world.url}/configuration#fiken`)
    await muchLater(reader)
    expect(mails(reader)).toHaveLength(1)

    await consent(reader.visitor, 'fiken', reader.tenant.user.email)
    await reader.visitor.call(clearCompanySelection)
    await until('the transfers to resume', async () =>
      (await transfersOf(reader)).every((row) => row.status === 'completed'),
    )
    await muchLater(reader)
    revokeFiken(reader)
    complete(reader, 1)
    await mail(reader, DEAD, 2)
  })

  test('at ServiceM8 is reported even when nothing waits yet', async () => {
    const reader = await newReader()
    world.vendors.faults.add({
      kind: 'revoke',
      vendor: 'servicem8',
      who: reader.tenant.account.uuid,
      count: 1,
    })
    await reader.visitor.tryCall(syncNow)
    const { subject, text } = await mail(reader, causeOf('servicem8_grant_dead').title)
    expect(subject).toBe(causeOf('servicem8_grant_dead').title)
    expect(text).toContain('Ingen overføringer venter akkurat nå')
    expect(text).toContain(`${world.url}/configuration#servicem8`)
  })

  test('that is renewed immediately causes no mail', async () => {
    const reader = await newReader()
    revokeFiken(reader)
    const [job = ''] = complete(reader, 1)
    await until('the grant to be dead', async () =>
      (await transfersOf(reader)).some(
        (row) => row.servicem8JobId === job && row.errorCode === 'fiken_grant_dead',
      ),
    )
    await consent(reader.visitor, 'fiken', reader.tenant.user.email)
    await reader.visitor.call(clearCompanySelection)
    await transferOf(reader.visitor, job, 'completed')
    await muchLater(reader)
    expect(mails(reader)).toEqual([])
  })
})

test("nobody is notified of another user's failures", async () => {
  const one = await newReader()
  const other = await newReader()
  complete(one, 1, 'HASTER [400]')
  await mail(one, REFUSED)
  await muchLater(other)
  expect(mails(other)).toEqual([])
})
