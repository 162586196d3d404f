import { beforeEach, describe, expect, test } from 'vitest'
import { expireAccess } from '#sandbox/http/oauth-store'
import { createRecord } from '#sandbox/servicem8/records'
import { addJob, completeJob } from '#sandbox/servicem8/workshop'
import type { Tenant } from '#sandbox/seed/tenants'
import { login, readSession } from '#shared/contracts/auth'
import { readTokenStatus, testFiken, testServicem8 } from '#shared/contracts/connections'
import { listen } from '../support/people/event-listener.ts'
import { startFleet, type Worker } from '../support/world/fleet.ts'
import { report } from '../support/report.ts'
import { readyCustomer, transfersOf, type Customer } from '../support/people/tenants.ts'
import { until } from '../support/wait.ts'
import { SHORT_WAITS } from '../support/world/limiters.ts'
import { onServer } from '../support/world/temporary-database.ts'

const SERVER = process.env['TEST_DATABASE_URL'] ?? ''
/** Maximum wait for a lane to be taken over, which happens when its ten-second lease ends. */
const TAKEN_OVER_MS = 60_000
const CUSTOMERS = 6
/** Jobs per customer in the first round; later rounds have one. */
const FIRST_ROUND = 5

const fleet = await startFleet(SERVER, {
  workers: 2,
  overrides: { ...SHORT_WAITS, ladderScale: 0.005, tickMs: 500 },
})
const customers: Customer[] = await Promise.all(
  Array.from({ length: CUSTOMERS }, (_, index) =>
    readyCustomer(fleet, `Parallell ${index + 1} AS`),
  ),
)
beforeEach(() => {
  fleet.vendors.ledger.reset()
})

const JOB = [{ name: 'Utrykning', quantity: '1', displayed_amount: '1000.0000' }]

/** Completes a job whose client is unknown to Fiken, so that its contact must be created first. */
function completeJobOfStranger({ tenant: { account } }: Customer): string {
  const address = 'Fjellveien 3\n5700 Voss'
  const client = createRecord(fleet.vendors, account, 'company', {
    name: 'Fjellheim Sameie',
    address,
    billing_address: address,
    address_street: 'Fjellveien 3',
    address_postcode: '5700',
    address_city: 'Voss',
  })
  const job = addJob(
    fleet.vendors,
    account,
    {
      company_uuid: client,
      job_description: 'Bytte av sluk',
      job_address: address,
      billing_address: address,
    },
    JOB,
  )
  completeJob(fleet.vendors, account, job)
  return job
}

function completeJobOfRegular({ tenant: { account } }: Customer): string {
  const client = Object.values(account.tables.company)[0]
  const address = client?.billing_address ?? ''
  const job = addJob(
    fleet.vendors,
    account,
    {
      company_uuid: client?.uuid ?? '',
      job_description: 'Service',
      job_address: address,
      billing_address: address,
    },
    JOB,
  )
  completeJob(fleet.vendors, account, job)
  return job
}

const drafts = ({ tenant: { company } }: Customer) =>
  fleet.vendors.ledger.draftsCreated.filter(({ slug }) => slug === company.slug)
const contacts = ({ company }: Tenant) =>
  company.contacts.filter(({ name }) => name === 'Fjellheim Sameie')

/** Checks that each job has one draft and that Fiken never received two simultaneous requests. */
async function expectOneDraftEach(customer: Customer, jobs: readonly string[]): Promise<void> {
  const rows = (await transfersOf(customer)).filter(({ servicem8JobId }) =>
    jobs.includes(servicem8JobId),
  )
  expect(rows.map(({ status }) => status)).toEqual(jobs.map(() => 'completed'))
  expect(
    drafts(customer)
      .map(({ uuid }) => uuid)
      .sort(),
  ).toEqual(rows.map(({ fikenDraftUuid }) => fikenDraftUuid).sort())
  expect(fleet.vendors.ledger.overlaps).toBe(0)
}

const allCompleted = (customer: Customer, jobs: readonly string[]) =>
  until(
    'every job to be completed',
    async () => {
      const done = (await transfersOf(customer))
        .filter(({ status }) => status === 'completed')
        .map((row) => row.servicem8JobId)
      return jobs.every((job) => done.includes(job))
    },
    TAKEN_OVER_MS,
  )

/** Completes jobs in rounds until each worker has created a draft. */
async function workTogether(workers: readonly Worker[]): Promise<void> {
  const before = workers.map(({ made }) => made())
  const jobs = customers.map((): string[] => [])
  await until(
    'every worker to have made a draft',
    async () => {
      for (const [index, customer] of customers.entries()) {
        const count = jobs[index]?.length ? 1 : FIRST_ROUND
        for (let n = 0; n < count; n += 1) jobs[index]?.push(completeJobOfRegular(customer))
      }
      await Promise.all(
        customers.map((customer, index) => allCompleted(customer, jobs[index] ?? [])),
      )
      return workers.every(({ made }, index) => made() > (before[index] ?? 0))
    },
    TAKEN_OVER_MS,
  )
  for (const [index, customer] of customers.entries()) {
    await expectOneDraftEach(customer, jobs[index] ?? [])
  }
  report(
    `${jobs.flat().length} jobs; made by each worker:`,
    workers.map(({ made }, index) => made() - (before[index] ?? 0)).join(', '),
  )
}

describe('several processes on one PostgreSQL', () => {
  test('two share the work: one draft per job, never two requests at the same time for one Fiken user', async () => {
    await workTogether(fleet.workers)
  })

  test('two more join while the first are at work', async () => {
    await Promise.all([fleet.hire(), fleet.hire()])
    await workTogether(fleet.workers)
  })

  test('a screen at one of them learns within two seconds of what another has done, after a lost connection too', async () => {
    const customer = customerAt(0)
    // The process that users connect to runs no jobs itself.
    const screen = await listen(customer.visitor)
    const hearsOf = async (job: string) => {
      // Simultaneous changes can be reported in one message.
      const told = new Set<string>()
      const hears = (topic: string) => {
        for (const one of screen.heard()) told.add(one)
        return told.has(topic)
      }
      await until('the draft to be made', () =>
        fleet.vendors.ledger.draftsCreated.some(
          ({ slug }) => slug === customer.tenant.company.slug,
        ),
      )
      await until('the screen to be updated', () => hears('transfers'))
      await allCompleted(customer, [job])
      await until('the screen to learn of the end', () => hears('stats'))
      fleet.vendors.ledger.reset()
    }
    await hearsOf(completeJobOfRegular(customer))
    const ear = "from pg_stat_activity where query ilike 'listen%fakturabro_live%'"
    await onServer(
      fleet.databaseUrl,
      `select pg_terminate_backend(pid) ${ear} and datname = current_database()`,
    )
    const regained = () =>
      onServer(
        fleet.databaseUrl,
        `select 1 / (count(*) / ${fleet.workers.length + 1})::int ${ear} and datname = current_database()`,
      )
    await until('everybody to listen again', async () => regained().then(() => true))
    await hearsOf(completeJobOfRegular(customer))
    screen.close()
  })

  test.each([
    ['is given', null, 1],
    ['is lost before anything was renewed', 'reset', 2],
    ['is lost after the renewal, and the vendor allows a retry', 'lost', 2],
  ] as const)(
    'three that need a token renewed at the same moment request it once, when the answer %s',
    async (_answer, fault, asked) => {
      const { faults, ledger, settings, state } = fleet.vendors
      const { visitor, tenant } = customerAt(CUSTOMERS - 1)
      const { email } = await visitor.call(readSession)
      const desks = await Promise.all(
        fleet.workers.slice(0, 3).map(async (worker) => {
          const desk = worker.visitor()
          await desk.call(login, { body: { email, password: 'et langt nok passord' } })
          return desk
        }),
      )
      settings.fiken.refreshGraceSeconds = settings.servicem8.refreshGraceSeconds =
        fault === 'lost' ? 60 : 0
      const vendors = [
        { who: tenant.user.email, oauth: state.fiken.oauth, path: '/oauth/token' },
        { who: tenant.account.uuid, oauth: state.servicem8.oauth, path: '/oauth/access_token' },
      ]
      for (const { who, oauth, path } of vendors) {
        expireAccess(oauth, who)
        if (fault) faults.add({ kind: fault, method: 'POST', path: `^${path}$`, who, count: 1 })
      }
      const answers = await Promise.all(
        desks.flatMap((desk) =>
          Array.from({ length: 5 }, () => [
            desk.call(testFiken, { body: { companySlug: tenant.company.slug } }),
            desk.call(testServicem8),
          ]).flat(),
        ),
      )
      expect(answers.filter(({ connected }) => !connected)).toEqual([])
      for (const { who, path } of vendors) {
        expect(
          ledger.entries.filter(
            (entry) => entry.who === who && entry.path === path && entry.method === 'POST',
          ),
        ).toHaveLength(asked)
      }
      expect(await visitor.call(readTokenStatus)).toMatchObject({ needsReauth: false })
      expect(ledger.overlaps).toBe(0)
    },
  )

  test('three that sleep past their leases block nobody else, lose their work to the fourth, and send nothing when they wake', async () => {
    const frozen: Worker[] = []
    const sentBefore = new Map<Worker, number>()
    /**
     * Vendor requests whose responses freeze the process that receives them, before it can use
     * them.
     */
    const traps = [
      {
        what: 'no contact that is new',
        path: /\/contacts$/,
        when: (query: URLSearchParams) => query.has('name') || query.has('lastModifiedGe'),
      },
      {
        what: 'no invoice of that draft',
        path: /\/invoices$/,
        when: (query: URLSearchParams) => query.has('invoiceDraftUuid'),
      },
      { what: 'the draft that was made', path: /\/invoices\/drafts\/[0-9]+$/, when: () => true },
    ]
    const writes = new Map(
      fleet.workers.map((worker) => [
        worker,
        (['POST', 'PUT', 'PATCH'] as const).map(
          (method) => worker.fiken.tamper(method, /contacts|products/, (answer) => answer).hits,
        ),
      ]),
    )
    const sent = (worker: Worker) =>
      worker.made() + (writes.get(worker) ?? []).reduce((sum, hits) => sum + hits(), 0)
    for (const [index, { path, when }] of traps.entries()) {
      const { slug } = customerAt(index).tenant.company
      let sprung = false
      for (const worker of fleet.workers) {
        worker.fiken.tamper('GET', new RegExp(`/${slug}${path.source}`), (answer, { query }) => {
          if (sprung || !when(query)) return answer
          sprung = true
          frozen.push(worker)
          worker.freeze()
          return answer
        })
      }
    }
    try {
      const jobs: string[] = []
      for (const index of traps.keys()) {
        jobs.push(completeJobOfStranger(customerAt(index)))
        await until('one more to stand still', () => frozen.length > index, TAKEN_OVER_MS)
      }
      expect(new Set(frozen).size).toBe(3)
      for (const worker of frozen) sentBefore.set(worker, sent(worker))

      const started = performance.now()
      const free = customerAt(traps.length)
      const job = completeJobOfRegular(free)
      await until('another lane to start', () =>
        fleet.vendors.ledger.entries.some(
          ({ vendor, who }) => vendor === 'fiken' && who === free.tenant.user.email,
        ),
      )
      report(
        `with three of four standing still, another lane started after ${Math.round(performance.now() - started)} ms`,
      )
      await allCompleted(free, [job])
      await expectOneDraftEach(free, [job])

      for (const index of traps.keys()) await allCompleted(customerAt(index), [jobs[index] ?? ''])
      const order = fleet.vendors.ledger.draftsCreated.map(({ slug }) => slug)
      expect(order.indexOf(free.tenant.company.slug)).toBeLessThan(
        order.lastIndexOf(customerAt(0).tenant.company.slug),
      )

      for (const worker of frozen) worker.thaw()
      for (const worker of frozen) {
        await until(
          'a woken process to answer',
          async () => (await fetch(`${worker.url}/readyz`)).ok,
        )
      }
      for (const worker of frozen) expect(sent(worker)).toBe(sentBefore.get(worker))
      for (const index of traps.keys())
        await expectOneDraftEach(customerAt(index), [jobs[index] ?? ''])
      fleet.vendors.ledger.reset()
      await workTogether(fleet.workers)
      for (const index of traps.keys()) expect(contacts(customerAt(index).tenant)).toHaveLength(1)
    } finally {
      for (const worker of frozen) worker.thaw()
    }
  })
})

function customerAt(index: number): Customer {
  const customer = customers[index]
  if (!customer) throw new Error(`no customer ${index}`)
  return customer
}
