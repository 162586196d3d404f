import type { FikenCompany } from '#clients/fiken/client'
import { openFiken } from '../../connections/tokens/open-clients.ts'
import type { Found } from '../../documents/find-draft.ts'
import { emptyLook } from '../../documents/gone.ts'
import {
  lookUp as lookUpDocument,
  lookUpSent as lookUpSentDocument,
} from '../../documents/look-up.ts'
import { isAccepted, shownOf } from '../../documents/shown-draft.ts'
import { forgotten } from '../forgotten-draft.ts'
import { wasSent } from '../queries.ts'
import { enter, patch, write, type Run } from './context.ts'
import { documentOf, lookAgain, stillUnlisted } from './document.ts'
import { differs } from './differs.ts'
import { hasUnknownPast, lookForEarlier } from './look-for-earlier.ts'
import { Ending } from './ending.ts'
import type { Prepared } from './prepare.ts'
import { reserved } from './row-of-draft.ts'

/**
 * Looks a draft up (documents/look-up.ts), before or after its uuid is on the row.
 *
 * @param company another than the run's: where the draft may have been made before
 */
export const lookUp = (
  run: Run,
  uuid: string,
  company?: FikenCompany,
): Promise<Found | Ending | null> => lookUpDocument(documentOf(run, uuid, company))

/**
 * Looks a draft up right before its create. Fiken's lists may have proved for a run in a batch that
 * there is nothing (documents/many-at-once.ts).
 */
export async function lookUpNew(run: Run, uuid: string): Promise<Found | Ending | null> {
  if (run.lists === null) return lookUp(run, uuid)
  // As before a look-up: the uuid is on the row before anything is asked about it.
  await write(run)
  const proof = await run.lists.ofNew(run)
  if (proof === 'none') return null
  if (proof === 'no_draft' && !(await run.fiken.invoices.findByDraftUuid(uuid, run.signal)))
    return null
  return lookUp(run, uuid)
}

/**
 * Looks up first what is in Fiken of a transfer that was, or may have been, sent. Returns null when
 * nothing is known to have been sent, or when a create without an answer has not shown up; then the
 * same uuid is sent, which Fiken takes only once.
 */
export async function lookUpSent(run: Run): Promise<Found | Ending | null> {
  if (!run.row.fikenDraftUuid || !wasSent(run.row)) return null
  enter(run, 'fetch', 'Ser etter utkastet i Fiken')
  return lookUpSentDocument(documentOf(run))
}

/**
 * Looks in the former company, before anything is written about the new one: a draft made there, or
 * perhaps made, and a second one in the new company would invoice the job twice, so the user
 * decides.
 */
export async function settleFormerCompany(run: Run): Promise<Ending | null> {
  const { fikenDraftUuid: uuid, fikenCompanySlug: slug } = run.row
  if (!uuid || !slug || slug === run.fiken.slug || !wasSent(run.row)) return null
  const { client } = await openFiken(run.platform, run.row.userId, {
    signal: run.signal,
    observe: run.timeline.observe,
  })
  const found = await lookUp(run, uuid, client.company(slug))
  if (found instanceof Ending) return found
  if (found) return inFormerCompany(run, slug, uuid, found)
  const { absence, verdict } = emptyLook(run.platform, run.row)
  if (!verdict.gone) return lookAgain(absence, verdict.lookAgainAt)
  if (run.row.invoiceRequest?.accepted) return stillUnlisted(absence)
  await write(run, forgotten('gone'))
  return null
}

function inFormerCompany(run: Run, slug: string, uuid: string, found: Found): Ending {
  const shown = shownOf(uuid, found)
  const { fikenData } = run.row
  if (fikenData && isAccepted(fikenData, shown)) {
    const { net, gross } = shown
    const text = `Utkastet i selskapet som var valgt før (${slug}), er godtatt`
    const amounts = { amount: gross, netAmount: net, fikenData: { ...fikenData, net, gross } }
    return new Ending({ kind: 'completed' }, text, amounts, 'text')
  }
  const what =
    found.kind === 'invoice'
      ? `Jobben er fakturert (faktura ${found.invoice.invoiceNumber})`
      : 'Utkastet ble laget'
  const message = `${what} i selskapet som var valgt før (${slug}). Kontroller det der, og godta det eller slett det.`
  return differs(run, shown, message)
}

/**
 * Looks for what may have been made of the job before this database or log-in knew of it: under the uuid
 * of its own draft, in which case the job goes alone and the draft is adopted, or otherwise, which the
 * user judges (decision 0053). The look-up of a set asks for the set's uuid only.
 *
 * @throws ExternalError
 */
export async function lookForOwn(
  run: Run,
  { plan, recipient }: Prepared,
): Promise<Found | Ending | null> {
  if (!hasUnknownPast(run)) return null
  patch(run, reserved(run, plan, recipient))
  return (await lookUp(run, plan.draft.uuid)) ?? lookForEarlier(run)
}
