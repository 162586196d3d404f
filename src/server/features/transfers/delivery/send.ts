import type { NewDraft } from '#clients/fiken/types'
import { isExternalError } from '#clients/http/external-error'
import { failuresSpanning } from '../../../platform/backoff.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { LimiterBusy, LimiterClosed } from '../../../platform/limiter/vendor-limiter.ts'
import {
  adopt,
  createOnce,
  withAttempt,
  type Created,
  type CreateOnce,
} from '../../drafts/create-once.ts'
import type { Found } from '../../drafts/find-draft.ts'
import { isAccepted, shownOf } from '../../drafts/shown-draft.ts'
import { sendIrreversible } from './before-send.ts'
import type { Planned } from './build.ts'
import { write, type Run } from './context.ts'
import { draftDiffers, invoiceDiffers } from './differs.ts'
import { emptyLook, nothingThere } from './draft-gone.ts'
import { type Ending, failed, NotSent } from './ending.ts'
import { withoutWhatIsGone } from './gone-references.ts'
import { lookUp, lookUpNew } from './look-up.ts'
import type { WatchJob } from './still-as-fetched.ts'

/** What is in Fiken now: found there, or just written and not read back yet. */
export type Sent = Found | { kind: 'written'; draftId: number; isNew: boolean }

/**
 * The send step: the draft is made in Fiken, once (drafts/create-once.ts).
 *
 * @param watch is the job still as it was fetched? Null where it is in Fiken already
 * @param found what lookUpSent() found
 */
export async function send(
  run: Run,
  plan: Planned,
  watch: WatchJob | null,
  found: Found | null,
): Promise<Sent | Ending> {
  const { draft } = plan
  let looks = 0
  const creation = creationOf(run, plan, () => {
    looks += 1
    if (looks > 1) return lookUp(run, draft.uuid)
    return found ? Promise.resolve(found) : lookUpNew(run, draft.uuid)
  })
  try {
    const made = await createOnce({
      ...creation,
      mayCreate: () => watch?.() ?? Promise.resolve(null),
    })
    if (made.kind === 'written' && made.isNew) {
      // Written on its own, immediately: nothing that fails later may lose the draft.
      run.timeline.step('send', `Utkastet er opprettet i Fiken (id ${made.draftId})`)
      await write(run, {
        outcomeUnknown: false,
        fikenInvoiceDraftId: String(made.draftId),
        stage: 'verify',
      })
    }
    return await sentOf(run, plan, made)
  } catch (error) {
    return endOfRefusal(run, draft, error)
  }
}

/** As send(), of what the read-back found instead of the draft that was just written. */
export async function adoptFound(run: Run, plan: Planned, found: Found): Promise<Sent | Ending> {
  const creation = creationOf(run, plan, () => Promise.resolve(found))
  try {
    return await sentOf(run, plan, await adopt(creation, found))
  } catch (error) {
    return endOfRefusal(run, plan.draft, error)
  }
}

/** Fiken refuses it: because of something that was deleted there since, or for good. */
async function endOfRefusal(run: Run, draft: NewDraft, error: unknown): Promise<Ending> {
  const rebuilt =
    isExternalError(error, 'invalid', 'not_found') && (await withoutWhatIsGone(run, draft))
  if (rebuilt) return rebuilt
  throw error
}

function creationOf(
  run: Run,
  { draft, built, expected }: Planned,
  lookUpDraft: () => Promise<Found | Ending | null>,
): CreateOnce<Ending> {
  const { fikenData } = run.row
  const { net, gross } = built
  return {
    company: run.fiken,
    draft,
    expected,
    lookUp: lookUpDraft,
    isAccepted: (found) => isAccepted(run.row.fikenData, shownOf(draft.uuid, found)),
    attempts: [
      ...(fikenData?.attempts ?? []),
      ...(fikenData?.attempted ? [fikenData.attempted] : []),
    ],
    mayCreate: () => Promise.resolve(null),
    send: (what, request) => sendRecorded(run, what, { sent: draft, net, gross }, request),
    note: (text, ok) => run.timeline.step('send', text, ok),
  }
}

/**
 * What is about to be asked for is stored on the row before the request leaves: found later, it is
 * known as ours. After a clean refusal of a create, or when nothing was sent, the row says what it
 * said before: this request made nothing, and what an earlier one did is as unknown as it was.
 */
async function sendRecorded<T>(
  run: Run,
  what: 'create' | 'update',
  attempt: { sent: NewDraft; net: number; gross: number },
  request: () => Promise<T>,
): Promise<T> {
  const { outcomeUnknown, fikenData } = run.row
  const recorded = () => ({
    ...(what === 'create' ? { outcomeUnknown: true } : {}),
    ...(fikenData
      ? { fikenData: { ...fikenData, attempts: withAttempt(fikenData.attempts ?? [], attempt) } }
      : {}),
  })
  try {
    return await sendIrreversible(run, recorded, request)
  } catch (error) {
    const isLost = isExternalError(error, 'unknown_outcome', 'bad_answer')
    if (what === 'create' && !isLost && (isExternalError(error) || neverSent(error)))
      await write(run, { outcomeUnknown, fikenData })
    throw error
  }
}

/** A dead grant (after a 401, which performs nothing), no turn at the vendor, or not allowed. */
const neverSent = (error: unknown) =>
  error instanceof HttpError ||
  error instanceof LimiterBusy ||
  error instanceof LimiterClosed ||
  error instanceof NotSent

async function sentOf(run: Run, plan: Planned, made: Created<Ending>): Promise<Sent | Ending> {
  switch (made.kind) {
    case 'stopped':
      return made.by
    case 'gone':
      return nothingThere(run)
    case 'unknown':
      if (made.error.status === 500 && run.row.attempts > OUTAGE_UNTIL) return uuidIsUsed(run)
      throw made.error
    case 'differs':
      return made.found.kind === 'invoice'
        ? invoiceDiffers(run, plan, made.found)
        : draftDiffers(run, plan, made.found, made.differences)
    default:
      return made
  }
}

/**
 * Fiken answers 500 to a uuid that it has had, also when that draft is gone (Fiken reference §12
 * P2): after a restored backup we may not know that a person has deleted it there, or had it sent
 * again. An outage looks the same, and is believed in for half an hour.
 */
const OUTAGE_UNTIL = failuresSpanning(30 * 60_000)

function uuidIsUsed(run: Run): Ending {
  return failed(
    'draft_deleted',
    'Fiken har hatt et utkast av denne jobben, men det finnes ikke lenger, verken som utkast eller faktura. Send på nytt lager et nytt.',
    { absence: emptyLook(run).absence },
  )
}
