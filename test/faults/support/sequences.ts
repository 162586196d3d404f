import fc from 'fast-check'
import { changeJob, changeLine, completeJob } from '#sandbox/servicem8/workshop'
import { weekdayOf, type CollectiveTime } from '#shared/collective'
import { chooseCollective, endCollective, makeCollective } from '#shared/contracts/collective'
import { clearCompanySelection } from '#shared/contracts/configuration'
import {
  retryTransfer,
  startTransfer,
  undoTransfer,
  updateDraft,
} from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import { dateOf } from '#shared/dates'
import {
  BY_HAND,
  completeForSet,
  type CollectiveCustomer,
} from '../../support/people/collective-customer.ts'
import { transfersOf } from '../../support/people/tenants.ts'
import { until } from '../../support/wait.ts'
import { consent } from '../../support/world/world.ts'
import type { ProcessWorld } from '../../support/world/process.ts'
import { linesOfJob } from './shared-drafts.ts'

/** Generates random actions by users and vendors on the jobs of a client with collective drafts. */

/** An action by a user or a vendor; `of` selects one of the jobs or transfers that allow it. */
export type Act =
  | { do: 'complete'; price: string; order: string }
  | { do: 'edit'; of: number; price: string }
  | { do: 'order'; of: number; order: string }
  | { do: 'reopen' | 'complete again' | 'undo' | 'update' | 'leave' | 'retry'; of: number }
  | { do: 'make all' | 'end' | 'lose a create' | 'lose a delete' | 'lag' | 'kill' }
  | { do: 'make some'; of: number }
  | Choice

/** A choice of collective drafts; `apart` means one draft per purchase order number. */
interface Choice {
  do: 'choose' | 'the day comes'
  apart: boolean
}

/** An action; if `rests`, it waits until nothing is being processed. */
export interface Step {
  rests: boolean
  act: Act
}

/** Lag of Fiken's lists after the action "lag". */
const LAG_SECONDS = 1

const DAY_MS = 86_400_000

const of = fc.nat(9)
const price = fc.constantFrom('1000.0000', '333.3300', '249.5000', '80.0000')
const order = fc.constantFrom('', '', 'A-1', 'B-2')
const apart = fc.boolean()
const acts = <D extends string>(...names: D[]) => fc.constantFrom(...names)
const record = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(fields, { noNullPrototype: true })

/** Generates sequences of actions; if `kills`, they can include kills of the server. */
export const sequences = ({ kills }: { kills: boolean }): fc.Arbitrary<Step[]> =>
  fc.array(
    record({
      rests: fc.boolean(),
      act: fc.oneof(
        { weight: 3, arbitrary: record({ do: acts('complete'), price, order }) },
        { weight: 6, arbitrary: record({ do: acts('edit'), of, price }) },
        { weight: 2, arbitrary: record({ do: acts('order'), of, order }) },
        { weight: 3, arbitrary: record({ do: acts('reopen', 'complete again'), of }) },
        { weight: 9, arbitrary: record({ do: acts('undo', 'update'), of }) },
        { weight: 3, arbitrary: record({ do: acts('leave', 'retry'), of }) },
        { weight: 6, arbitrary: record({ do: acts('make all') }) },
        { weight: 3, arbitrary: record({ do: acts('make some'), of }) },
        { weight: 2, arbitrary: record({ do: acts('end') }) },
        { weight: 6, arbitrary: record({ do: acts('choose', 'the day comes'), apart }) },
        { weight: 4, arbitrary: record({ do: acts('lose a create', 'lose a delete') }) },
        { weight: 1, arbitrary: record({ do: acts('lag') }) },
        ...(kills ? [{ weight: 1, arbitrary: record({ do: acts('kill') }) }] : []),
      ),
    }),
    { minLength: 4, maxLength: 12 },
  )

export interface Actor extends CollectiveCustomer {
  jobs: string[]
  /** True if the client gets collective drafts. */
  isChosen: boolean
  underWay: Promise<unknown>[]
}

export const waitsForSet = ({ status, pendingReason }: Transfer): boolean =>
  status === 'pending' && (pendingReason === 'collective' || pendingReason === 'undone')

const isOpen = ({ status, isProcessing }: Transfer) =>
  status === 'queued' || status === 'processing' || isProcessing

/** Waits until each completed job has a transfer that is at rest; returns all transfers. */
export async function rested(actor: Actor, withinMs?: number): Promise<Transfer[]> {
  await Promise.all(actor.underWay.splice(0))
  await actor.world.sandbox.webhooks.idle()
  return until(
    'the transfers to come to rest',
    async () => {
      const rows = await transfersOf(actor)
      const { job: inServicem8 } = actor.tenant.account.tables
      // A job that was reopened before it was processed gets no transfer.
      const missing = actor.jobs.filter(
        (job) =>
          inServicem8[job]?.status === 'Completed' &&
          rows.every((row) => row.servicem8JobId !== job),
      )
      const open = rows.filter(isOpen)
      await connectAgain(actor, open)
      if (missing.length > 0 || open.length > 0)
        throw new Error(
          JSON.stringify([missing, open.map((row) => [row.status, row.errorCode, row.stage])]),
        )
      return rows
    },
    withinMs,
  )
}

/** Connects vendors again: a kill during a token renewal loses the token and ends the grant. */
async function connectAgain({ visitor, tenant }: Actor, open: readonly Transfer[]): Promise<void> {
  const waitsFor = (cause: string) => open.some(({ errorCode }) => errorCode === cause)
  if (waitsFor('servicem8_grant_dead')) await consent(visitor, 'servicem8', tenant.account.uuid)
  if (!waitsFor('fiken_grant_dead')) return
  await consent(visitor, 'fiken', tenant.user.email)
  await visitor.call(clearCompanySelection)
}

export async function perform(
  world: ProcessWorld,
  actor: Actor,
  { rests, act }: Step,
): Promise<void> {
  const rows = rests ? await rested(actor) : await transfersOf(actor)
  const { visitor, tenant } = actor
  const { account } = tenant
  const sandbox = world.vendors
  const one = <T>(list: readonly T[]): T[] =>
    'of' in act && list.length > 0 ? list.slice(act.of % list.length).slice(0, 1) : []
  const jobs = (isCompleted: boolean) =>
    actor.jobs.filter((job) => (account.tables.job[job]?.status === 'Completed') === isCompleted)
  const rowsThat = (isSo: (row: Transfer) => boolean) => one(rows.filter(isSo))
  const click = (answer: Promise<unknown>) => {
    // A kill can interrupt the request.
    actor.underWay.push(answer.catch(() => undefined))
  }
  const make = (some: readonly Transfer[]) =>
    some.length > 0 && visitor.tryCall(makeCollective, { body: { ids: some.map(({ id }) => id) } })
  const params = { clientUuid: actor.client }
  const choose = async (time: CollectiveTime, byPurchaseOrder: boolean) => {
    await visitor.call(chooseCollective, { params, body: { time, byPurchaseOrder } })
    actor.isChosen = true
  }
  const lost = (method: string, path: string) =>
    sandbox.faults.add({
      vendor: 'fiken',
      kind: 'lost',
      method,
      path,
      who: tenant.user.email,
      count: 1,
    })

  switch (act.do) {
    case 'complete':
      actor.jobs.push(
        completeForSet(actor, {
          prices: [act.price, '100.0000'],
          fields: { purchase_order_number: act.order },
        }),
      )
      return
    case 'edit':
      for (const job of one(actor.jobs)) {
        const [line] = linesOfJob(tenant, job)
        changeLine(sandbox, account, line?.uuid ?? '', { displayed_amount: act.price })
      }
      return
    case 'order':
      for (const job of one(actor.jobs))
        changeJob(sandbox, account, job, { purchase_order_number: act.order })
      return
    case 'reopen':
      for (const job of one(jobs(true))) changeJob(sandbox, account, job, { status: 'Work Order' })
      return
    case 'complete again':
      for (const job of one(jobs(false))) completeJob(sandbox, account, job)
      return
    case 'undo':
      for (const { id } of rowsThat(({ status }) => status === 'completed'))
        click(visitor.tryCall(undoTransfer, { params: { id } }))
      return
    case 'update':
      for (const { id } of rowsThat(({ status }) => status === 'completed'))
        click(visitor.tryCall(updateDraft, { params: { id } }))
      return
    case 'leave':
      for (const { id } of rowsThat(waitsForSet))
        await visitor.tryCall(startTransfer, { params: { id }, query: { confirm: 'collective' } })
      return
    case 'retry':
      for (const { id } of rowsThat(({ status }) => status === 'failed' || status === 'queued'))
        await visitor.tryCall(retryTransfer, { params: { id } })
      return
    case 'make all':
      await make(rows.filter(waitsForSet))
      return
    case 'make some':
      await make(rows.filter(waitsForSet).filter((_row, at) => at % 2 === act.of % 2))
      return
    case 'end':
      await visitor.tryCall(endCollective, { params })
      actor.isChosen = false
      return
    case 'choose':
      await choose(BY_HAND, act.apart)
      return
    case 'the day comes':
      await choose(
        { every: 'week', weekday: weekdayOf(dateOf(new Date(sandbox.now() + DAY_MS))) },
        act.apart,
      )
      await world.advance(DAY_MS)
      return
    case 'lose a create':
      lost('POST', '/invoices/drafts$')
      return
    case 'lose a delete':
      lost('DELETE', '/invoices/drafts/')
      return
    case 'lag':
      sandbox.faults.add({
        vendor: 'fiken',
        kind: 'stale',
        seconds: LAG_SECONDS,
        path: '/invoices',
        who: tenant.user.email,
      })
      return
    case 'kill':
      await world.kill()
      await world.start()
  }
}
