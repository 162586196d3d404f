import type { FikenCompany } from '#clients/fiken/client'
import { openFiken } from '../../connections/tokens/open-clients.ts'
import { emptyLook } from '../../documents/gone.ts'
import {
  lookUp as lookUpDocument,
  lookUpSent as lookUpSentDocument,
  type Found,
} from '../../documents/look-up.ts'
import { isAccepted, shownOf } from '../../documents/shown-draft.ts'
import { forgotten } from '../forgotten-draft.ts'
import { wasSent } from '../queries.ts'
import { documentOf, enter, patch, write, type Run } from './context.ts'
import { differs } from './differs.ts'
import { hasUnknownPast, lookForEarlier } from './look-for-earlier.ts'
import { Ending, lookAgain, stillUnlisted } from './ending.ts'
import { reserved } from './make-draft.ts'
import type { Prepared } from './prepare.ts'

/**
 * Looks up a draft's uuid in Fiken.
 * @param company where the draft may have been created earlier, if not the run's company
 */
export const lookUp = (
  run: Run,
  uuid: string,
  company?: FikenCompany,
): Promise<Found | Ending | null> => lookUpDocument(documentOf(run, uuid, company))

/**
 * Looks up what was sent earlier. Returns null when nothing is known to have been sent, or when a
 * create request without a response has left nothing; the same uuid is then sent again, which Fiken
 * accepts only once.
 */
export async function lookUpSent(run: Run): Promise<Found | Ending | null> {
  if (!run.row.fikenDraftUuid || !wasSent(run.row)) return null
  enter(run, 'fetch', 'Ser etter utkastet i Fiken')
  return lookUpSentDocument(documentOf(run))
}

/**
 * Settles a draft in the company chosen before, before anything about the new company is written.
 * If a draft was or might have been created in the former company, a second draft would invoice the
 * job twice, so the user decides.
 */
export async function settleFormerCompany(run: Run): Promise<Ending | null> {
  const { fikenDraftUuid: uuid, fikenCompanySlug: slug } = run.row
  if (!uuid || !slug || slug === run.fiken.slug || !wasSent(run.row)) return null
  const { client } = await openFiken(run.platform, run.row.companyId, {
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
 * Looks up a set's job by its own uuid, because a set's lookup covers only the set's uuid. A draft
 * with the job's own uuid is adopted, and the job then leaves the set; the user decides about any
 * other document (decision 0053).
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
