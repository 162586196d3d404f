import { describe, expect, test } from 'vitest'
import { systemClock, type Clock } from '#server/platform/clock'
import { createRecord } from '#sandbox/servicem8/records'
import { addJob, changeLine, completeJob, type NewJobLine } from '#sandbox/servicem8/workshop'
import { seededUuid } from '#sandbox/seed/put'
import { listActivity } from '#shared/contracts/activity-log'
import { readVatMappings, saveVatMappings } from '#shared/contracts/vat'
import { retryTransfer } from '#shared/contracts/transfers/actions'
import { readTimeline } from '#shared/contracts/transfers/row'
import { readyCustomer, transfersOf, type Customer } from '../../support/people/tenants.ts'
import {
  vendorProxy,
  type ProxiedAnswer,
  type VendorProxy,
} from '../../support/vendors/vendor-proxy.ts'
import { until } from '../../support/wait.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

let servicem8: VendorProxy
let fiken: VendorProxy

/** A clock with shorter sleeps, because hundreds of reads are retried after a wait. */
const clock: Clock = {
  now: systemClock.now,
  sleep: (ms, signal) => systemClock.sleep(ms < 1_000 ? Math.min(ms, 10) : ms, signal),
}

const world = await startWorld({
  overrides: { clock },
  before: async (sandbox) => {
    servicem8 = await vendorProxy(sandbox.servicem8Url)
    fiken = await vendorProxy(sandbox.fikenUrl)
    return { SERVICEM8_API_URL: servicem8.url, FIKEN_API_URL: `${fiken.url}/api/v2` }
  },
})
const customer = await readyCustomer(world, 'Rare Svar AS')

interface JobWish {
  lines?: NewJobLine[]
  fields?: Record<string, unknown>
  client?: Record<string, unknown>
}

/** Completes a job of a client that is unknown everywhere, so that every request is sent. */
function complete(
  { tenant: { account } }: Customer,
  { lines, fields = {}, client = {} }: JobWish = {},
): string {
  const { world: sandbox } = world.sandbox
  const number = account.nextJobNumber
  const address = `Fjellveien ${number}\n5700 Voss`
  const uuid = createRecord(sandbox, account, 'company', {
    name: `Fjellheim ${number} Sameie`,
    address,
    billing_address: address,
    ...client,
  })
  const job = addJob(
    sandbox,
    account,
    {
      company_uuid: uuid,
      job_description: 'Bytte av sluk',
      job_address: address,
      billing_address: address,
      ...fields,
    },
    lines ?? [{ name: 'Sluk', quantity: '2', displayed_amount: '450.0000' }],
  )
  completeJob(sandbox, account, job)
  return job
}

const draftsOf = ({ tenant: { company } }: Customer) =>
  world.vendors.ledger.draftsCreated.filter(({ slug }) => slug === company.slug)

const says =
  (body: string, type = 'application/json') =>
  (answer: ProxiedAnswer): ProxiedAnswer => ({
    status: answer.status === 201 ? 200 : answer.status,
    headers: { 'content-type': type },
    body,
  })
const ANSWERS = [
  [
    'a web page',
    says('<!doctype html><html><body><h1>Vi er straks tilbake</h1></body></html>', 'text/html'),
  ],
  [
    'truncated JSON',
    (answer: ProxiedAnswer) =>
      says(answer.body.slice(0, Math.floor(answer.body.length / 2)) || '{"a":')(answer),
  ],
  ['nothing', says('')],
  ['something else', says('{"unexpected":true}')],
  ['rows of something else', says('[{"unexpected":true}]')],
] as const

describe.each([
  ['the job', '/api_1.0/job/[^/]+$'],
  ["the job's lines", '/api_1.0/jobmaterial.json$'],
  ["the job's client", '/api_1.0/company/[^/]+$'],
])('ServiceM8, asked for %s, answers', (_what, path) => {
  test.each(ANSWERS)(
    '%s: nothing is made of it, the log says so, and the job is processed when it answers again',
    async (answer, how) => {
      const logged = async () =>
        (await customer.visitor.call(listActivity, { query: { type: 'webhook' } })).filter(
          ({ action }) => action === 'job_fetch_failed',
        )
      const account = new RegExp(path)
      const fault = servicem8.tamper('GET', account, how)
      const job = complete(customer)
      try {
        await until(
          `a log entry about ${answer}`,
          async () => fault.hits() >= 3 && (await logged()).length > 0,
        )
        expect((await logged())[0]?.description).toMatch(
          /^En jobb kan ikke hentes fra ServiceM8\. .+ Den prøves igjen av seg selv\.$/,
        )
        expect(
          (await transfersOf(customer)).find((row) => row.servicem8JobId === job),
        ).toBeUndefined()
      } finally {
        fault.stop()
      }
      await transferOf(customer.visitor, job, 'completed')
      expect(new Set(draftsOf(customer).map(({ uuid }) => uuid)).size).toBe(
        (await transfersOf(customer)).length,
      )
    },
  )
})

describe.each([
  ['whether it knows the customer', 'GET', '/contacts$'],
  ['to make the customer', 'POST', '/contacts$'],
  ['whether it has the draft', 'GET', '/invoices/drafts$'],
  ['whether it has the invoice', 'GET', '/invoices$'],
  ['to make the draft', 'POST', '/invoices/drafts$'],
  ['for the draft', 'GET', '/invoices/drafts/[0-9]+$'],
])('Fiken, asked %s, answers', (_what, method, path) => {
  test.each(ANSWERS)(
    '%s: the transfer says what is wrong, and there is one draft when it answers again',
    async (_answer, how) => {
      const contacts = customer.tenant.company.contacts.length
      const drafts = draftsOf(customer).length
      const fault = fiken.tamper(method, new RegExp(`/${customer.tenant.company.slug}${path}`), how)
      const job = complete(customer)
      try {
        await until('it to have been asked', () => fault.hits() > 0)
        // After a lost response to a write, the transfer might already be completed.
        const row = await until('the transfer to come to rest', async () =>
          (await transfersOf(customer)).find(
            (one) =>
              one.servicem8JobId === job && (one.status === 'completed' || one.errorCode !== null),
          ),
        )
        if (row.status !== 'completed') {
          // The transfer is either between two attempts or in the middle of one.
          expect(['queued', 'processing']).toContain(row.status)
          expect(['bad_answer', 'outcome_unknown', 'fiken_down']).toContain(row.errorCode)
          expect(row.errorMessage).toMatch(/\p{L}{3}/u)
          const timeline = await customer.visitor.call(readTimeline, { params: { id: row.id } })
          expect(timeline.some(({ kind, ok }) => kind === 'step' && ok === false)).toBe(true)
        } else expect(method).toBe('POST')
      } finally {
        fault.stop()
      }
      const [waiting] = (await transfersOf(customer)).filter(
        (one) => one.servicem8JobId === job && one.status !== 'completed',
      )
      if (waiting) await customer.visitor.tryCall(retryTransfer, { params: { id: waiting.id } })
      await transferOf(customer.visitor, job, 'completed')
      expect(draftsOf(customer)).toHaveLength(drafts + 1)
      expect(customer.tenant.company.contacts).toHaveLength(contacts + 1)
    },
  )
})

describe('a job that is not as it should be', () => {
  const skipped = (job: string) =>
    until('the log to say why not', async () =>
      (await customer.visitor.call(listActivity)).find(
        ({ action, metadata }) => action === 'job_skipped' && metadata?.jobUuid === job,
      ),
    )

  test.each<[string, NewJobLine[]]>([
    ['without a line', []],
    ['that costs nothing', [{ name: 'Befaring', displayed_amount: '0.0000' }]],
  ])('%s makes no transfer, and the log says why', async (_what, lines) => {
    const job = complete(customer, { lines })
    expect((await skipped(job)).description).toContain('ikke noe beløp')
    expect((await transfersOf(customer)).map((row) => row.servicem8JobId)).not.toContain(job)
  })

  test('with an unmapped VAT rate fails and says how to fix it, and goes through once it is mapped', async () => {
    const { account } = customer.tenant
    const before = draftsOf(customer).length
    const rate = createRecord(world.vendors, account, 'taxrate', {
      name: 'MVA 11,11 %',
      amount: '11.1100',
      active: 1,
    })
    const job = complete(customer, {
      lines: [{ name: 'Fisk', displayed_amount: '100.0000', tax_rate_uuid: rate }],
    })
    const row = await transferOf(customer.visitor, job, 'failed')
    expect(row.errorCode).toBe('vat_unmapped')
    expect(row.errorMessage).toMatch(/MVA/)
    expect(draftsOf(customer)).toHaveLength(before)
    // Once the line has the right rate, the job is retried automatically.
    const [line] = Object.values(account.tables.jobmaterial).filter(
      ({ job_uuid: of }) => of === job,
    )
    changeLine(world.vendors, account, line?.uuid ?? '', {
      tax_rate_uuid: seededUuid(account.vendor.name, 'taxrate', '25'),
    })
    await transferOf(customer.visitor, job, 'completed')
    expect(draftsOf(customer)).toHaveLength(before + 1)
  })

  test('with an unconfirmed rate of 0 % waits for confirmation', async () => {
    const other = await readyCustomer(world, 'Uten Bekreftelse AS')
    const rows = await other.visitor.call(readVatMappings)
    await other.visitor.call(saveVatMappings, {
      body: rows.map((row) => ({ ...row, confirmed: false })),
    })
    const zero = seededUuid(other.tenant.account.vendor.name, 'taxrate', '0')
    const job = complete(other, {
      lines: [{ name: 'Eksport', displayed_amount: '100.0000', tax_rate_uuid: zero }],
    })
    const row = await transferOf(other.visitor, job, 'failed')
    expect(row.errorCode).toBe('vat_zero_unconfirmed')
    await other.visitor.call(saveVatMappings, {
      body: rows.map((one) => ({ ...one, confirmed: true })),
    })
    await other.visitor.call(retryTransfer, { params: { id: row.id } })
    await transferOf(other.visitor, job, 'completed')
    expect(draftsOf(other)).toHaveLength(1)
  })

  test.each([
    ['nonsense', '???'],
    ['a very long line', 'x'.repeat(3_000)],
    ['a hundred lines', Array.from({ length: 100 }, (_, n) => `Linje ${n}`).join('\n')],
    ['another country', 'Friedrichstraße 1\n10117 Berlin\nTyskland'],
    ['only blanks', ' \n \n'],
  ])('with an address of %s becomes a draft, or says what is missing', async (_what, address) => {
    const before = draftsOf(customer).length
    const job = complete(customer, {
      fields: { billing_address: address, job_address: address },
      client: { address, billing_address: address },
    })
    const row = await until('the transfer to come to rest', async () =>
      (await transfersOf(customer)).find(
        (one) => one.servicem8JobId === job && !['queued', 'processing'].includes(one.status),
      ),
    )
    if (row.status === 'completed') expect(draftsOf(customer)).toHaveLength(before + 1)
    else expect(row.errorMessage ?? row.pendingReason).toMatch(/\p{L}{3}/u)
    expect(row.errorCode ?? '').not.toBe('unknown')
  })

  test('with characters that no database accepts, and emojis cut in two, still becomes a draft', async () => {
    const job = complete(customer, {
      fields: {
        job_description: `Sluk \u0000byttet \ud83d${'🚿'.repeat(400)}`,
        purchase_order_number: 'PO \ud83d',
      },
      lines: [{ name: `Sluk\u0000 \udc00${'👩‍🔧'.repeat(80)}`, displayed_amount: '100.0000' }],
    })
    const row = await transferOf(customer.visitor, job, 'completed')
    const draft = customer.tenant.company.drafts.find(({ uuid }) => uuid === row.fikenDraftUuid)
    expect(JSON.stringify(draft)).not.toMatch(/\\u0000|\\ud[89a-f]/)
  })
})
