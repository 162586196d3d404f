import { REFRESHES } from '#server/features/mirrors/schedule'
import { createRecord } from '#sandbox/servicem8/records'
import { addJob, type NewJobLine } from '#sandbox/servicem8/workshop'
import { listTransfers } from '#shared/contracts/transfers/list'
import type { Transfer } from '#shared/contracts/transfers/row'
import { ring, startPlumber, type Plumber, type PlumberOptions } from '../people/plumber.ts'
import { vendorProxy, type Moment, type VendorProxy } from '../vendors/vendor-proxy.ts'
import { until } from '../wait.ts'
import { stoppedAtEnd } from '../runner/leftovers.ts'
import { companiesDue } from './users-due.ts'

/** The plumber, with a proxy before Fiken that can hold a transfer's run at any of its requests. */
export interface HeldPlumber extends Plumber {
  proxy: VendorProxy
  stop(): Promise<void>
}

export async function startHeldPlumber(options: PlumberOptions = {}): Promise<HeldPlumber> {
  let proxy: VendorProxy | null = null
  const plumber = await startPlumber({
    ...options,
    before: async (sandbox) => {
      proxy = await vendorProxy(sandbox.fikenUrl)
      return { FIKEN_API_URL: `${proxy.url}/api/v2` }
    },
  })
  const opened = proxy as VendorProxy | null
  if (!opened) throw new Error('the product was started without its proxy')
  // Waits for the background refreshes of customers and products, because they send the same
  // requests as a run.
  await until('the copies to be fresh', async () => {
    const { db } = plumber.world.product.platform
    return (await companiesDue(db, REFRESHES, new Date(plumber.vendors.now()))).length === 0
  })
  const stop = stoppedAtEnd(async () => {
    opened.clear()
    await plumber.world.stop()
    await opened[Symbol.asyncDispose]()
  })
  return { ...plumber, proxy: opened, stop }
}

/** Requests at which a run can be held, in order. From `leaving` on, the draft has been sent. */
export const POINTS = {
  recipient: { method: 'GET', path: String.raw`/contacts$`, when: 'before' },
  'first look-up': { method: 'GET', path: String.raw`/invoices/drafts$`, when: 'before' },
  'last look-up': { method: 'GET', path: String.raw`/invoices$`, when: 'before' },
  leaving: { method: 'POST', path: String.raw`/invoices/drafts$`, when: 'before' },
  made: { method: 'POST', path: String.raw`/invoices/drafts$`, when: 'after' },
  check: { method: 'GET', path: String.raw`/invoices/drafts/\d+$`, when: 'before' },
} as const satisfies Record<string, { method: string; path: string; when: Moment }>

export type Point = keyof typeof POINTS
export const BEFORE_LEAVING = [
  'recipient',
  'first look-up',
  'last look-up',
] as const satisfies Point[]
export const AFTER_LEAVING = ['leaving', 'made', 'check'] as const satisfies Point[]
export const ALL_POINTS = [...BEFORE_LEAVING, ...AFTER_LEAVING]

export interface HeldRun {
  jobUuid: string
  row: Transfer
  goOn(): void
}

export async function heldAt(
  plumber: HeldPlumber,
  point: Point,
  lines?: NewJobLine[],
): Promise<HeldRun> {
  const { method, path, when } = POINTS[point]
  const held = plumber.proxy.hold(method, new RegExp(`/${plumber.company.slug}${path}`), when)
  const jobUuid = completeJobOfStranger(plumber, lines)
  ring(plumber, jobUuid)
  await until(`the run to be held at ${point}`, held.arrived)
  return { jobUuid, row: await transferOfJob(plumber, jobUuid), goOn: held.release }
}

export async function transferOfJob(
  { person }: Pick<Plumber, 'person'>,
  jobUuid: string,
  skipped = false,
): Promise<Transfer> {
  const rows = await person.call(listTransfers, {
    query: { limit: 500, ...(skipped ? { skipped: '1' as const } : {}) },
  })
  const row = rows.find((one) => one.servicem8JobId === jobUuid)
  if (!row) throw new Error(`job ${jobUuid} has no transfer`)
  return row
}

export function untilCompleted(
  plumber: Pick<Plumber, 'person'>,
  jobUuid: string,
): Promise<Transfer> {
  return until(`job ${jobUuid} to be completed`, async () => {
    const row = await transferOfJob(plumber, jobUuid)
    return row.status === 'completed' && row
  })
}

export function draftsFromNow({
  world,
}: Pick<Plumber, 'world'>): () => { slug: string; uuid: string; at: number }[] {
  const { ledger } = world.vendors
  const before = ledger.draftsCreated.length
  return () => ledger.draftsCreated.slice(before)
}

let strangers = 0

/**
 * Completes a job of a client that is unknown in Fiken, so that the run sends all possible
 * requests. Sends no webhook yet. Returns the job's UUID.
 */
export function completeJobOfStranger({ world, account }: Plumber, lines?: NewJobLine[]): string {
  const sandbox = world.vendors
  strangers += 1
  const address = `Kappløpsveien ${strangers}\n5003 Bergen`
  sandbox.settings.servicem8.webhooks = 'drop'
  const client = createRecord(sandbox, account, 'company', {
    name: `${NAMES[strangers % NAMES.length] ?? ''} Sameie ${strangers}`,
    address,
    billing_address: address,
    address_street: `Kappløpsveien ${strangers}`,
    address_postcode: '5003',
    address_city: 'Bergen',
  })
  const fields = {
    status: 'Completed',
    company_uuid: client,
    job_address: address,
    billing_address: address,
  }
  const jobUuid = addJob(
    sandbox,
    account,
    { ...fields, job_description: 'Utført etter avtale' },
    lines ?? [{ name: 'Arbeid', displayed_amount: '800.0000' }],
  )
  sandbox.settings.servicem8.webhooks = 'normal'
  return jobUuid
}

const NAMES = [
  'Granåsen',
  'Tyrihjelm',
  'Bekkelund',
  'Vardefjell',
  'Strømsnes',
  'Kvernbit',
  'Holmefjord',
  'Ulriksdal',
]
