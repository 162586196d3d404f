import { isExternalError } from '#clients/http/external-error'
import { failuresSpanning } from '../../platform/backoff.ts'
import { adopt, createOnce, isFound, stopped, type Content, type Created } from './create-once.ts'
import type { DocumentRun } from './document-run.ts'
import type { Found } from './find-draft.ts'
import { emptyLook, nothingThere } from './gone.ts'
import { lookUp } from './look-up.ts'

export type Sent = Found | { kind: 'written'; draftId: number; isNew: boolean }

export type Differs = { kind: 'differs'; found: Found; differences: string[] }
export type Stopped<Ending extends object> = { kind: 'stopped'; by: Ending }

/**
 * Creates or finds the draft in Fiken, and stores its id.
 * @throws the same errors as createOnce
 */
export async function send<Ending extends object>(
  document: DocumentRun<Ending>,
  content: Content<Ending>,
): Promise<Sent | Differs | Stopped<Ending>> {
  const made = await createOnce(document, content)
  if (made.kind === 'written' && made.isNew) {
    // The draft's id is stored in a write by itself, so that no later failure can lose the draft.
    document.note(`Utkastet er opprettet i Fiken (id ${made.draftId})`, true)
    await document.write({ outcomeUnknown: false, draftId: String(made.draftId) })
  }
  return settled(document, made)
}

/**
 * Reads the draft back from Fiken. A 404 means that the draft has already been deleted or manually
 * invoiced, so it is looked up again.
 */
export async function readBack<Ending extends object>(
  document: DocumentRun<Ending>,
  content: Content<Ending>,
  draftId: number,
): Promise<Found | Differs | Stopped<Ending>> {
  try {
    return { kind: 'draft', draft: await document.fiken.drafts.get(draftId, document.signal) }
  } catch (error) {
    if (!isExternalError(error, 'not_found')) throw error
    const found = await lookUp(document)
    if (!found) return stopped(nothingThere(document))
    if (!isFound(found)) return stopped(found)
    const adopted = settled(document, await adopt(document, content, found))
    return adopted.kind === 'written' ? readBack(document, content, adopted.draftId) : adopted
  }
}

/**
 * The number of failures, within about half an hour, up to which a 500 response counts as an
 * outage. Fiken also responds with 500 to a uuid that it has received before, even when that draft
 * is gone (Fiken reference §12 P2). After a restored backup we may not know that the draft was
 * deleted in Fiken, or sent again.
 */
const OUTAGE_UNTIL = failuresSpanning(30 * 60_000)

function settled<Ending extends object>(
  document: DocumentRun<Ending>,
  made: Created<Ending>,
): Sent | Differs | Stopped<Ending> {
  switch (made.kind) {
    case 'gone':
      return stopped(nothingThere(document))
    case 'unknown': {
      if (made.error.status !== 500 || document.failures <= OUTAGE_UNTIL) throw made.error
      const { absence } = emptyLook(document.platform, document.state())
      return stopped(document.endings.uuidUsed(absence))
    }
    default:
      return made
  }
}
