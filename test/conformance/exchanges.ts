import type { LedgerEntry, Vendor } from '#sandbox/http/ledger'
import { completeJob } from '#sandbox/servicem8/workshop'
import { TABLES } from '#sandbox/servicem8/columns'
import { startSandbox } from '#sandbox/start'
import { localDate } from '#sandbox/world/local-time'
import { findAccount } from '#sandbox/world/world'
import { makeReady, signUp, startWorld, transferOf } from '../support/world/world.ts'
import { signedIn } from './clients.ts'
import { everyFikenAnswer, everyServiceM8Answer } from './every-answer.ts'
import { everyFikenCall, everyServiceM8Call } from './every-call.ts'

export interface Recorded {
  /** Exchanges of the product's own clients, of which request and response are checked. */
  ours: LedgerEntry[]
  /** Exchanges that the test sends, sometimes invalid on purpose; only responses are checked. */
  theirs: LedgerEntry[]
  uncalled: string[]
}

const EVERY_SCOPE = [
  ...new Set(Object.values(TABLES).flatMap(({ read, write, create }) => [read, write, create])),
].join(' ')

export async function recordEverything(form: 'live' | 'published'): Promise<Recorded> {
  const sandbox = await startSandbox()
  try {
    const { settings, ledger } = sandbox.world
    settings.fiken.throttlePerSecond = 0
    settings.servicem8.wire = form
    ledger.capture = true
    const clients = await signedIn(sandbox)
    const uncalled = [
      ...(await everyServiceM8Call(clients, sandbox)),
      ...(await everyFikenCall(clients, localDate(sandbox.world.now()))),
    ]
    const ours = ledger.entries.splice(0)
    const { servicem8Token } = await signedIn(sandbox, EVERY_SCOPE)
    await everyServiceM8Answer(clients, sandbox, servicem8Token)
    await everyFikenAnswer(clients, sandbox)
    const theirs = ledger.entries.splice(0)
    await clients.disconnect()
    return { ours: [...ours, ...ledger.entries.splice(0)], theirs, uncalled }
  } finally {
    await sandbox.close()
  }
}

/** Records the product's requests, from connecting both vendors to creating an invoice in Fiken. */
export async function recordRoad(): Promise<Recorded> {
  const world = await startWorld()
  try {
    const sandbox = world.vendors
    sandbox.ledger.capture = true
    const person = await signUp(world)
    await makeReady(world, person, { mode: 'invoice' })
    const account = findAccount(sandbox)
    const job = Object.values(account?.tables.job ?? {}).find(
      (one) => one.status === 'Work Order' && one.active === 1,
    )
    if (!account || !job || !completeJob(sandbox, account, job.uuid))
      throw new Error('the seeded world has no work order')
    await transferOf(person, job.uuid, 'completed')
    if (sandbox.ledger.invoicesCreated.length !== 1) throw new Error('no invoice was made')
    return {
      ours: sandbox.ledger.entries.filter((entry) => entry.status !== 0),
      theirs: [],
      uncalled: [],
    }
  } finally {
    await world.stop()
  }
}

export function of(vendor: Vendor, entries: LedgerEntry[]): LedgerEntry[] {
  return entries.filter((entry) => entry.vendor === vendor)
}
