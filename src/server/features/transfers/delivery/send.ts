import { isExternalError } from '#clients/http/external-error'
import type { Found } from '../../documents/find-draft.ts'
import {
  readBack,
  send as sendDocument,
  type Content,
  type Differs,
  type Sent,
  type Stopped,
} from '../../documents/send.ts'
import { isAccepted, shownOf } from '../../documents/shown-draft.ts'
import type { Planned } from './build.ts'
import type { Run } from './context.ts'
import { draftDiffers, invoiceDiffers } from './differs.ts'
import { documentOf } from './document.ts'
import type { Ending } from './ending.ts'
import { withoutWhatIsGone } from './gone-references.ts'
import { lookUpNew } from './look-up.ts'
import type { WatchJob } from './still-as-fetched.ts'

/**
 * The send step: the draft is made in Fiken, once (documents/send.ts).
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
  const content = contentOf(run, plan, {
    lookUpFirst: () => (found ? Promise.resolve(found) : lookUpNew(run, plan.draft.uuid)),
    mayCreate: () => watch?.() ?? Promise.resolve(null),
  })
  return endedBy(run, plan, () => sendDocument(documentOf(run, plan.draft.uuid), content))
}

/** The draft that was just written, as it is at its own address, or what stands in its place. */
export function readWritten(run: Run, plan: Planned, draftId: number): Promise<Found | Ending> {
  const content = contentOf(run, plan, {
    lookUpFirst: () => Promise.resolve(null),
    mayCreate: () => Promise.resolve(null),
  })
  return endedBy(run, plan, () => readBack(documentOf(run, plan.draft.uuid), content, draftId))
}

function contentOf(
  { row }: Run,
  { draft, built, expected }: Planned,
  before: Pick<Content<Ending>, 'lookUpFirst' | 'mayCreate'>,
): Content<Ending> {
  const attempted = row.fikenData?.attempted
  return {
    draft,
    expected,
    built: { net: built.net, gross: built.gross },
    alsoOurs: attempted ? [attempted] : [],
    isAccepted: (found) => isAccepted(row.fikenData, shownOf(draft.uuid, found)),
    ...before,
  }
}

/** Ends the run where what is there differs, or where Fiken refuses what was deleted there since. */
async function endedBy<Made extends Sent>(
  run: Run,
  plan: Planned,
  make: () => Promise<Made | Differs | Stopped<Ending>>,
): Promise<Made | Ending> {
  try {
    const made = await make()
    if (isStopped(made)) return made.by
    if (isDiffering(made))
      return made.found.kind === 'invoice'
        ? await invoiceDiffers(run, plan, made.found)
        : await draftDiffers(run, plan, made.found, made.differences)
    return made
  } catch (error) {
    const rebuilt =
      isExternalError(error, 'invalid', 'not_found') && (await withoutWhatIsGone(run, plan.draft))
    if (rebuilt) return rebuilt
    throw error
  }
}

const isStopped = (made: { kind: string }): made is Stopped<Ending> => made.kind === 'stopped'
const isDiffering = (made: { kind: string }): made is Differs => made.kind === 'differs'
