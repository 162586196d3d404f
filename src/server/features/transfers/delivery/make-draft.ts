import type { Contact, Invoice, InvoiceDraft } from '#clients/fiken/types'
import { isExternalError } from '#clients/http/external-error'
import { formatKroner } from '#shared/money'
import {
  createOnce,
  readBack,
  type Content,
  type Differs,
  type Sent,
  type Stopped,
} from '../../documents/create-once.ts'
import { issueInvoice } from '../../documents/issue.ts'
import { lookUp, type Found } from '../../documents/look-up.ts'
import { isAccepted, shownOf } from '../../documents/shown-draft.ts'
import { recordOf } from '../../drafts/deposit.ts'
import { differencesFrom, isAsSent } from '../../drafts/draft-diff.ts'
import { checkReadBack } from '../../drafts/totals-check.ts'
import { asInput, readDeposit } from '../deposits/read-deposit.ts'
import type { TransferChange } from '../tables.ts'
import { completed, type Verified } from './completed.ts'
import { documentOf, enter, write, type Run } from './context.ts'
import { differs, draftDiffers, invoiceDiffers } from './differs.ts'
import { Ending, failed, failedBy } from './ending.ts'
import { withoutWhatIsGone } from './gone-references.ts'
import type { Planned } from './prepare.ts'
import type { MayCreate } from './still-as-fetched.ts'

/**
 * Returns the change that reserves the draft's uuid on the row. It is written before the first
 * request with the uuid, so that the database knows the uuid whatever happens to this process.
 */
export function reserved(
  run: Run,
  { draft, built }: Planned,
  { contact, customerId }: { contact: Contact; customerId: string | null },
): TransferChange {
  return {
    customerId,
    fikenDraftUuid: draft.uuid,
    fikenCompanySlug: run.fiken.slug,
    fikenCustomerId: String(contact.contactId),
    fikenData: {
      ...run.row.fikenData,
      sent: draft,
      net: 0,
      gross: 0,
      expectedNet: built.net,
      expectedGross: built.gross,
      notes: built.notes,
      ...recordOf(built.deposit),
      adopted: false,
    },
  }
}

/**
 * Takes the last steps, from the create request to the invoice, once the uuid is on the row.
 * @param mayCreate called right before the create request, when nothing was found; null unless
 * `there` is null
 * @param there the draft or invoice already found in Fiken
 */
export async function makeDraft(
  run: Run,
  plan: Planned,
  { mayCreate, there }: { mayCreate: MayCreate | null; there: Found | null },
): Promise<Ending> {
  const sent = await send(run, plan, mayCreate, there)
  if (sent instanceof Ending) return sent

  enter(run, 'verify', 'Kontrollerer utkastet i Fiken')
  const verified = await verify(run, plan, sent)
  if (verified instanceof Ending) return verified
  const lost = await depositLost(run, plan, verified.found)
  if (lost) return lost
  const invoice = await issue(run, verified.found, plan.draft.uuid)
  if (invoice instanceof Ending) return invoice
  return completed(run, plan, verified, invoice, sent.kind !== 'written')
}

async function send(
  run: Run,
  plan: Planned,
  mayCreate: MayCreate | null,
  found: Found | null,
): Promise<Sent | Ending> {
  const { uuid } = plan.draft
  return endedBy(run, plan, async () => {
    const first = found ?? (await lookUpNew(run, uuid))
    if (first instanceof Ending) return { kind: 'stopped', by: first }
    const creation = { ...contentOf(run, plan), found: first, mayCreate }
    return createOnce(documentOf(run, uuid), creation)
  })
}

/**
 * Looks up the uuid of a new draft. For a run in a batch, Fiken's lists may already prove that no
 * draft exists (documents/many-at-once.ts).
 */
async function lookUpNew(run: Run, uuid: string): Promise<Found | Ending | null> {
  if (run.lists === null) return lookUp(documentOf(run, uuid))
  // The uuid is stored on the row before it is looked up in Fiken.
  await write(run)
  const proof = await run.lists.ofNew(run)
  if (proof === 'none') return null
  if (proof === 'no_draft' && !(await run.fiken.invoices.findByDraftUuid(uuid, run.signal)))
    return null
  return lookUp(documentOf(run, uuid))
}

function contentOf({ row }: Run, { draft, built, expected }: Planned): Content {
  const attempted = row.fikenData?.attempted
  return {
    draft,
    expected,
    built: { net: built.net, gross: built.gross },
    alsoOurs: attempted ? [attempted] : [],
    isAccepted: (found) => isAccepted(row.fikenData, shownOf(draft.uuid, found)),
  }
}

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

/**
 * Compares the document in Fiken with ours. Fiken's amounts must equal ours except for rounding;
 * otherwise the ids are stored, nothing is issued, and the user chooses "Åpne utkast" or "Godta".
 * Returns the current document: a draft may have become an invoice since it was sent.
 */
async function verify(run: Run, plan: Planned, sent: Sent): Promise<Verified | Ending> {
  const found = sent.kind === 'written' ? await written(run, plan, sent) : sent
  if (found instanceof Ending) return found
  const actual = found.kind === 'invoice' ? found.invoice : found.draft
  const shown = shownOf(plan.draft.uuid, found)
  // An invoice was compared when it was found (create-once.ts); Fiken's list does not include its
  // lines.
  const asSent = found.kind === 'invoice' || isAsSent(plan.draft, found.draft.content)
  const currency = found.kind === 'invoice' ? '' : found.draft.content.currency
  const judged = checkReadBack(plan.expected, actual, { asSent, currency })
  if (!judged.ok && !isAccepted(run.row.fikenData, shown)) {
    run.timeline.step('verify', judged.problem.message, false)
    return differs(run, shown, judged.problem.message, { netAmount: actual.net })
  }
  run.timeline.step(
    'verify',
    `Kontrollert i Fiken: netto ${formatKroner(actual.net)}, totalt ${formatKroner(actual.gross)}`,
  )
  if (found.kind === 'draft' && found.draft.customerInactive)
    run.timeline.step('verify', 'Kunden på utkastet er satt inaktiv i Fiken.', false)
  const note = judged.ok ? judged.note : null
  if (note !== null) run.timeline.step('verify', note, null)
  return {
    found,
    amounts: { net: actual.net, gross: actual.gross },
    note,
    seen: found.kind === 'draft' ? found.draft.content : undefined,
  }
}

/**
 * Returns the draft just written. In a batch, a list that shows the draft exactly as sent is
 * enough. Otherwise the draft is read by its id, because a list can be outdated, and a draft about
 * to become an invoice must be certain.
 */
async function written(
  run: Run,
  plan: Planned,
  { draftId, isNew }: Sent & { kind: 'written' },
): Promise<Found | Ending> {
  if (run.lists && isNew && run.configuration.invoiceCreationMode !== 'invoice') {
    const listed = await run.lists.ofMade(run)
    if (listed && isExactly(plan, listed)) return { kind: 'draft', draft: listed }
  }
  return endedBy(run, plan, () =>
    readBack(documentOf(run, plan.draft.uuid), contentOf(run, plan), draftId),
  )
}

const isExactly = ({ draft, expected }: Planned, { uuid, content, net, gross }: InvoiceDraft) =>
  uuid === draft.uuid &&
  net === expected.net &&
  gross === expected.gross &&
  differencesFrom(draft, content, { anyDate: false }).length === 0

/**
 * Checks the deposit again before an invoice is issued, because the deposit invoice may have been
 * credited since the draft was built, and an issued invoice is final.
 */
async function depositLost(run: Run, { built, draft }: Planned, found: Found) {
  const { configuration, platform, row, fiken, signal } = run
  if (!built.deposit || found.kind === 'invoice') return null
  if (configuration.invoiceCreationMode !== 'invoice') return null
  const { companyId, id: transferId, deposit: chosen } = row
  const of = { companyId, transferId, chosen, contactId: draft.customerId, draftUuid: draft.uuid }
  const { problems } = asInput(await readDeposit(platform.db, fiken, of, signal))
  return problems.length > 0 ? failedBy(problems) : null
}

async function issue(run: Run, found: Found, uuid: string): Promise<Invoice | Ending | null> {
  if (found.kind === 'invoice') return found.invoice
  if (run.configuration.invoiceCreationMode !== 'invoice') return null
  if (found.draft.customerInactive) return failed('contact_inactive')
  enter(run, 'issue', 'Lager faktura av utkastet')
  const issued = await issueInvoice(documentOf(run, uuid), found.draft.draftId)
  return 'invoice' in issued ? issued.invoice : issued.ending
}
