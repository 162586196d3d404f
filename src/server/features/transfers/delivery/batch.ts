import type { FikenCompany } from '#clients/fiken/client'
import type { Invoice, InvoiceDraft } from '#clients/fiken/types'
import type { VendorCall } from '#clients/http/transport'
import { inStep } from '../../../platform/in-step.ts'
import type { Platform } from '../../../platform/platform.ts'
import { openFiken } from '../../connections/tokens/open-clients.ts'
import { newestDrafts, proveAbsent, type Proof, type Proofs } from '../../documents/many-at-once.ts'
import { readInvoices, type FikenLists } from './earlier/same-job.ts'
import type { TransferRow } from '../tables.ts'
import { readingOnce, type Lists, type Run } from './context.ts'
import { runTransfer } from './deliver.ts'
import { hasUnknownPast, invoicedSince } from './look-for-earlier.ts'
import { Ending, NotSent } from './ending.ts'

/** The time in milliseconds for which a list counts as proof. */
const PROOF_LASTS_MS = 60_000

/**
 * Runs a batch of one company's transfers, one at a time (decision 0046). Each run pauses twice,
 * before its create request and before its read-back, until the others have come as far; Fiken's
 * lists are then read once for all of them.
 */
export async function runBatch(
  platform: Platform,
  rows: readonly TransferRow[],
  claim: string,
  signal: AbortSignal,
): Promise<void> {
  const lists = sharedLists(platform, signal)
  const companyNow = readingOnce()
  let reached = true
  const mayGoOn = ({ attempts }: TransferRow) => {
    if (reached) return
    const text = 'Jobben foran kom ikke gjennom til Fiken; denne legges tilbake i køen'
    throw new NotSent(new Ending({ kind: 'released', attempts: attempts - 1 }, text))
  }
  const runOf = (row: TransferRow) => async (pause: () => Promise<void>) => {
    const afterPause = async (run: Run) => {
      lists.ask(run)
      await pause()
      mayGoOn(run.row)
    }
    const own: Lists = {
      mayGoOn,
      ofNew: async (run) => {
        await afterPause(run)
        return lists.proofOf(run)
      },
      ofMade: async (run) => {
        await afterPause(run)
        return lists.listed(run)
      },
      known: lists.known,
    }
    const gotThrough = await runTransfer(platform, { row, claim, signal, lists: own, companyNow })
    reached &&= gotThrough
    platform.live.publish(row.companyId, 'transfers', 'stats', 'activity', 'status')
  }
  await inStep(rows.map(runOf), lists.read)
}

/**
 * Returns lists that are read once for all runs that have requested them since the last read. A run
 * for which the lists prove nothing, or that uses another company than the first run, reads from
 * Fiken itself.
 */
function sharedLists(platform: Platform, signal: AbortSignal) {
  let asking: Run[] = []
  let slug = ''
  let readAt = 0
  let proofs: Proofs | null = null
  let invoices: readonly Invoice[] | null = null
  let made: ReadonlyMap<string, InvoiceDraft> = new Map()

  async function read(): Promise<void> {
    const before = proofs?.drafts?.length ?? null
    const runs = asking
    asking = []
    proofs = null
    invoices = null
    made = new Map()
    slug = runs[0]?.fiken.slug ?? ''
    const own = runs.filter(({ fiken }) => fiken.slug === slug)
    const [first] = own
    if (!first || own.length < 2) return
    readAt = platform.clock.now()
    try {
      const observe = (call: VendorCall) => own.forEach(({ timeline }) => timeline.observe(call))
      const { client } = await openFiken(platform, first.row.companyId, { signal, observe })
      await readFor(own, client.company(slug), before)
    } catch (err) {
      // Each run will get the same error from Fiken itself, and ends as it would outside a batch.
      if (signal.aborted) return
      platform.log.warn({ err }, 'the lists of Fiken could not be read for many drafts at once')
    }
  }

  async function readFor(runs: readonly Run[], company: FikenCompany, before: number | null) {
    const count = runs.length
    if (runs.every(({ row }) => row.fikenInvoiceDraftId === null)) {
      proofs = await proveAbsent(company, count, signal)
      invoices = proofs.invoices ?? (await earlierInvoices(runs, company))
    } else if (before !== null) made = await newestDrafts(company, { before, count }, signal)
  }

  async function earlierInvoices(runs: readonly Run[], company: FikenCompany) {
    const days = runs.filter(hasUnknownPast).map(invoicedSince)
    if (days.length === 0) return null
    const since = days.includes(undefined) ? undefined : days.toSorted()[0]
    return readInvoices(company, since, signal)
  }

  const holds = ({ fiken }: Run) => {
    const age = platform.clock.now() - readAt
    return fiken.slug === slug && age >= 0 && age < PROOF_LASTS_MS
  }

  return {
    read,
    ask: (run: Run) => void asking.push(run),
    proofOf: (run: Run): Proof =>
      (holds(run) && proofs?.of(run.row.fikenDraftUuid ?? '')) || 'unproved',
    known: (run: Run): Partial<FikenLists> => ({
      ...(holds(run) && proofs?.drafts ? { drafts: proofs.drafts } : {}),
      ...(holds(run) && invoices ? { invoices } : {}),
    }),
    listed: ({ fiken, row }: Run) =>
      (fiken.slug === slug && made.get(row.fikenInvoiceDraftId ?? '')) || null,
  }
}
