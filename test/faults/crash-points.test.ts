import { expect, test } from 'vitest'
import { createRecord } from '#sandbox/servicem8/records'
import { addJob, completeJob } from '#sandbox/servicem8/workshop'
import { seededUuid } from '#sandbox/seed/put'
import { staleLists } from '#sandbox/testing'
import { readSession } from '#shared/contracts/auth'
import { undoTransfer, startTransfer } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import { STAGES } from '#shared/transfer-status'
import { secondOfConnectionOver } from '../support/clock/next-second.ts'
import { startCheckpointWorld } from '../support/world/checkpoint-world.ts'
import { asksAboutUnanswered, decide } from '../support/people/deciding-people.ts'
import { inTurns } from '../support/in-turns.ts'
import { readyCustomer, transfersOf, type Customer } from '../support/people/tenants.ts'
import { report } from '../support/report.ts'
import { LONGEST_WAIT_MS, until } from '../support/wait.ts'
import { killPoints, killRounds } from './support/kill-points.ts'
import { atStart, followed, hangingIn, killHanging, type Walker } from './support/walkers.ts'

/** Number of kills that the steps are spread over; each kill holds every customer at one step. */
const ROUNDS = killRounds(3)
/** Lag of Fiken's lists; the server looks for a document for three seconds in this test. */
const LAG_SECONDS = 1
/** Maximum wait: a document that might have been sent is looked up after the longest request. */
const LONGEST_MS = 2 * LONGEST_WAIT_MS
/** The last recorded step per queue. */
const ENDS = { intake: /webhook_events/, 'transfer-lane': /\(done\)/ } as Record<string, RegExp>

type Mode = 'draft' | 'invoice'

interface Stranger extends Customer, Walker {
  mode: Mode
}

let jobs = 0
let crew: readonly Stranger[] = []

const checkpoints = await startCheckpointWorld({ vendorTimeoutMs: 4_500 })
const world = checkpoints.world

async function walker(name: string, mode: Mode): Promise<Stranger> {
  const configuration = { autoCreateProducts: true, invoiceCreationMode: mode }
  const customer = await readyCustomer(world, name, { configuration })
  const { id } = await customer.visitor.call(readSession)
  const { user, account } = customer.tenant
  // Before the mirrors are filled, a job would go through other steps.
  await until(`the mirrors of ${name} to be filled`, () =>
    [
      '/api_1.0/companycontact.json',
      `/api/v2/companies/${customer.tenant.company.slug}/products`,
    ].every((path) =>
      world.vendors.ledger.entries.some(
        (entry) =>
          entry.path === path &&
          entry.status === 200 &&
          [user.email, account.uuid].includes(entry.who),
      ),
    ),
  )
  await secondOfConnectionOver(world)
  return { ...customer, ...atStart(customer.tenant, { intake: id }), mode }
}

/**
 * Completes a job whose client and item neither Fiken nor our mirrors have, so that it passes every
 * step. It is reported by one webhook, because a second one would sometimes add a step.
 */
function completeJobOfStranger({ tenant: { account } }: Stranger): Job {
  const { world: sandbox } = world.sandbox
  sandbox.settings.servicem8.webhooks = 'drop'
  jobs += 1
  const [client, item] = [
    `${'ABCDEFGH'[jobs % 8]}${'aeiouy'[jobs % 6]}lheim Sameie ${jobs}`,
    `NY-${jobs}`,
  ]
  const street = `Fjellveien ${jobs}`
  const address = `${street}\n5700 Voss`
  const material = createRecord(sandbox, account, 'material', {
    item_number: item,
    name: `Ny vare ${jobs}`,
    price: '100.0000',
    tax_rate_uuid: seededUuid(account.vendor.name, 'taxrate', '25'),
  })
  const company = createRecord(sandbox, account, 'company', {
    name: client,
    address,
    billing_address: address,
    address_street: street,
    address_postcode: '5700',
    address_city: 'Voss',
  })
  const uuid = addJob(
    sandbox,
    account,
    {
      company_uuid: company,
      job_description: 'Bytte av sluk',
      job_address: address,
      billing_address: address,
    },
    [
      {
        name: `Ny vare ${jobs}`,
        quantity: '3',
        displayed_amount: '100.0000',
        material_uuid: material,
      },
    ],
  )
  completeJob(sandbox, account, uuid)
  sandbox.settings.servicem8.webhooks = 'normal'
  world.sandbox.webhooks.again(account.uuid, uuid, 1)
  return { uuid, client, item }
}

interface Job {
  uuid: string
  client: string
  item: string
}

async function recordRoad(one: Stranger): Promise<string[]> {
  checkpoints.desk.judge = followed([one])
  const { uuid } = completeJobOfStranger(one)
  // The row is completed slightly before its last write is reported to this process.
  const deservesEntry = () =>
    one.passed.some((name) => name.startsWith('transfer-lane') && ENDS['transfer-lane']?.test(name))
  await until(
    'the recorded job to be done',
    async () => deservesEntry() && (await rowOf(one, uuid))?.status === 'completed',
  )
  const ended = new Set<string>()
  return one.passed.filter((name) => {
    const [queue = ''] = name.split(':')
    if (ended.has(queue)) return false
    if (ENDS[queue]?.test(name)) ended.add(queue)
    return true
  })
}

const rowOf = async (one: Stranger, job: string) =>
  (await transfersOf(one)).find((row) => row.servicem8JobId === job)

async function crashAt(walkers: readonly Stranger[]): Promise<void> {
  checkpoints.desk.judge = followed(walkers)
  const made = walkers.map((one) => ({
    one,
    job: completeJobOfStranger(one),
    point: one.hangAt ?? '',
  }))
  await killHanging(checkpoints, walkers)
  // The user is asked about a request that was never sent; one that was sent is found first.
  const unsent = made.flatMap(({ one: { tenant }, job, point }) => {
    const { contacts, products } = tenant.company
    const isMade =
      contacts.some(({ name }) => name === job.client) &&
      products.some((one) => one.productNumber === job.item)
    return isMade ? [] : [point]
  })
  const asked = new Set<string>()
  const rows = await until(
    'every transfer to be completed',
    async () => {
      const all = await Promise.all(made.map(({ one, job }) => rowOf(one, job.uuid)))
      // Only Fiken knows whether the request was sent before the kill, so the user can be asked.
      for (const [index, row] of all.entries()) {
        const { one, point } = made[index] ?? {}
        if (!row || !one || !asksAboutUnanswered(row)) continue
        asked.add(point ?? '')
        await decide(one.visitor, row)
      }
      return all.every((row) => row?.status === 'completed') && all
    },
    LONGEST_MS,
  ).catch(async (error: unknown) => {
    const all = await Promise.all(made.map(({ one, job }) => rowOf(one, job.uuid)))
    const late = all.map((row, index) => [
      made[index]?.point,
      row?.status,
      row?.stage,
      row?.errorCode,
      row?.errorMessage,
    ])
    report(
      'not completed:',
      late.filter(([, status]) => status !== 'completed'),
    )
    throw error
  })
  expect([...asked].filter((point) => !unsent.includes(point))).toEqual([])
  const { ledger } = world.vendors
  for (const [index, { one, job, point }] of made.entries()) {
    const { company } = one.tenant
    const row = rows[index]
    expect(row?.amount, point).toBe(37_500)
    expect(
      ledger.draftsCreated.filter(
        ({ uuid, slug }) => uuid === row?.fikenDraftUuid && slug === company.slug,
      ),
      point,
    ).toHaveLength(1)
    expect(
      company.contacts.filter(({ name }) => name === job.client),
      point,
    ).toHaveLength(1)
    expect(
      company.products.filter(({ productNumber }) => productNumber === job.item),
      point,
    ).toHaveLength(1)
    if (one.mode === 'invoice')
      expect(
        ledger.invoicesCreated.filter(({ draftUuid }) => draftUuid === row?.fikenDraftUuid),
        point,
      ).toHaveLength(1)
  }
}

test('a product killed at any step of the pipeline makes one draft of the job when it is back, one contact and one product', async () => {
  const [drafter, invoicer] = await Promise.all([
    walker('Utkast AS', 'draft'),
    walker('Faktura AS', 'invoice'),
  ])
  const roads = { draft: await recordRoad(drafter), invoice: await recordRoad(invoicer) }
  const points = {
    draft: killPoints(roads.draft),
    invoice: killPoints(roads.invoice.filter((name) => !roads.draft.includes(name))),
  }
  for (const { stage } of STAGES) expect(roads.draft.join()).toContain(`(${stage})`)

  const walkers = { draft: [drafter], invoice: [invoicer] }
  const missing = (['draft', 'invoice'] as const).flatMap((mode) =>
    Array.from({ length: Math.ceil(points[mode].length / ROUNDS) - 1 }, () => mode),
  )
  // Many simultaneous sign-ups would run into the vendor timeout.
  await inTurns(4, missing, async (mode, index) => {
    walkers[mode].push(await walker(`Krasj ${index + 1} AS`, mode))
  })
  // A list that shows a new contact or product immediately would make the test too easy.
  const caughtUp = staleLists(world.vendors, LAG_SECONDS, '/(contacts|products)$')
  for (let round = 0; round < ROUNDS; round += 1) {
    const inRound = (['draft', 'invoice'] as const).flatMap((mode) =>
      hangingIn(walkers[mode], (index) => points[mode][index * ROUNDS + round]),
    )
    await crashAt(inRound)
  }
  caughtUp()
  crew = walkers.draft
  report(`killed at ${points.draft.length + points.invoice.length} steps of the pipeline`)
  expect(world.vendors.ledger.overlaps).toBe(0)
})

/** Presses "Angre" on the completed transfer. Returns the transfer as it was before. */
async function takeBack(one: Stranger): Promise<Transfer> {
  const row = (await transfersOf(one)).find(({ status }) => status === 'completed')
  if (!row) throw new Error('the customer has nothing to undo')
  // The kill interrupts the response, so only the resulting row is checked.
  void one.visitor.tryCall(undoTransfer, { params: { id: row.id } }).catch(() => undefined)
  return row
}

const isBack = async (one: Stranger, { id }: Transfer) =>
  (await transfersOf(one)).some(
    (row) => row.id === id && row.status === 'pending' && row.pendingReason === 'undone',
  )

test('a product killed at any step of "Angre" has deleted the draft when it is back, and the job can be sent again, once', async () => {
  const [first] = crew
  if (!first) throw new Error('nobody has a draft')
  checkpoints.desk.judge = followed([Object.assign(first, { hangAt: null })])
  const recorded = await takeBack(first)
  await until('the recorded draft to be deleted', () => isBack(first, recorded))
  const steps = first.passed.filter((name) => name.startsWith('transfer-lane'))
  expect(steps.join()).toContain('DELETE fiken /invoices/drafts/:id')

  const points = killPoints(steps)
  const others = crew.slice(1)
  for (let begin = 0; begin < points.length; begin += others.length) {
    const inRound = hangingIn(others, (index) => points[begin + index])
    checkpoints.desk.judge = followed(inRound)
    const taken = await Promise.all(
      inRound.map(async (one) => ({ one, point: one.hangAt, row: await takeBack(one) })),
    )
    await killHanging(checkpoints, inRound)
    for (const { one, point, row } of taken) {
      const { company } = one.tenant
      await until(`the draft to be deleted after a kill at ${point}`, () => isBack(one, row))
      expect(
        company.drafts.filter(({ uuid }) => uuid === row.fikenDraftUuid),
        point,
      ).toEqual([])
      await one.visitor.call(startTransfer, { params: { id: row.id } })
    }
    for (const { one, point, row } of taken) {
      await until(
        'it to be sent again',
        async () => (await rowOf(one, row.servicem8JobId))?.status === 'completed',
      )

      const again = await rowOf(one, row.servicem8JobId)
      const created = world.vendors.ledger.draftsCreated.filter(
        ({ slug, uuid }) => slug === one.tenant.company.slug && uuid === again?.fikenDraftUuid,
      )
      expect(created, point).toHaveLength(1)
      expect(again?.fikenDraftUuid, point).not.toBe(row.fikenDraftUuid)
    }
  }
  report(`killed at ${points.length} steps of undoing a transfer`)
})
