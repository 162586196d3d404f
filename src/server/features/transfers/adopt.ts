import { contentOfSent } from '#clients/fiken/drafts'
import type { Invoice, InvoiceDraft, NewDraft } from '#clients/fiken/types'
import { isExternalError } from '#clients/http/external-error'
import { formatKroner } from '#shared/money'
import type { Planned } from './build.ts'
import { checkReadBack } from './check.ts'
import { differencesFrom } from './draft-changes.ts'
import type { Found } from './find-in-fiken.ts'
import { withoutWhatIsGone } from './gone-references.ts'
import { nothingThere } from './nothing-there.ts'
import type { Run } from './run.ts'
import type { Sent } from './send.ts'
import { differs, isAccepted, shownOf } from './shown-draft.ts'
import type { Attempt } from './snapshot.ts'
import type { Stop } from './stop.ts'
import type { NewTransfer } from './store.ts'
import { listed } from './take-back.ts'
import { irrevocably } from './take-leave.ts'

/**
 * A draft or an invoice was found under our uuid: is it what we would send? The same sum proves nothing; the job may have another
 * recipient by now. A draft as an earlier request of ours asked for it is brought up to date; anything else is a person's to judge.
 *
 * @throws Stop draft_differs; ExternalError
 */
export async function adopt(run: Run, plan: Planned, found: Found): Promise<Sent> {
  if (isAccepted(run.row.fikenData, shownOf(plan.draft.uuid, found))) return found
  if (found.kind === 'invoice') {
    if (isInvoiceOf(plan, found.invoice)) return found
    throw await invoiceDiffers(run, plan, found)
  }
  const { content } = found.draft
  const isExactly = (sent: NewDraft) => differencesFrom(sent, content, { anyDate: false }).length === 0
  if (isExactly(plan.draft)) return found
  if (earlierAttempts(run).some(({ sent }) => isExactly(sent))) return update(run, plan, found.draft)
  const differences = differencesFrom(plan.draft, content, { anyDate: true })
  if (differences.length === 0) return found
  throw await draftDiffers(run, plan, found, differences)
}

/** What is about to be asked for stands on the row first: found later, it is known as ours. */
export function withAttempt({ row: { fikenData } }: Run, sent: NewDraft, { net, gross }: { net: number; gross: number }) {
  if (!fikenData) return {}
  const attempt = { sent, net, gross }
  const others = (fikenData.attempts ?? []).filter((one) => !isSame(one, attempt))
  return { fikenData: { ...fikenData, attempts: [...others, attempt] } }
}

const isSame = (one: Attempt, other: Attempt) =>
  one.net === other.net &&
  one.gross === other.gross &&
  differencesFrom(one.sent, contentOfSent(other.sent), { anyDate: false }).length === 0

function earlierAttempts({ row: { fikenData } }: Run): Attempt[] {
  return [...(fikenData?.attempts ?? []), ...(fikenData?.attempted ? [fikenData.attempted] : [])]
}

async function update(run: Run, { draft, built }: Planned, { draftId }: InvoiceDraft): Promise<Sent> {
  run.journal.step('send', 'Utkastet i Fiken er fra et tidligere forsøk; det oppdateres til jobben slik den er nå')
  try {
    await irrevocably(
      run,
      () => withAttempt(run, draft, built),
      () => run.fiken.drafts.update(draftId, draft),
    )
  } catch (error) {
    if (isExternalError(error, 'not_found')) throw nothingThere(run)
    throw (isExternalError(error, 'invalid') && (await withoutWhatIsGone(run, draft))) || error
  }
  return { kind: 'written', draftId }
}

function isInvoiceOf({ draft, expected }: Planned, invoice: Invoice): boolean {
  return invoice.customerId === draft.customerId && checkReadBack(expected, invoice, { asSent: true }).ok
}

async function draftDiffers(run: Run, plan: Planned, found: Found & { kind: 'draft' }, differences: string[]): Promise<Stop> {
  const { net, gross, customerId } = found.draft
  const to = await nameOf(run, customerId)
  const message =
    `Utkastet i Fiken er ikke slik jobben er nå: ${listed(differences)} er annerledes. Utkastet er til «${to}» på ${formatKroner(gross)}; ` +
    `jobben er til «${plan.recipientName}» på ${formatKroner(plan.built.gross)}. Se på utkastet, og godta det eller rett det i Fiken.`
  return differs(run, shownOf(plan.draft.uuid, found), message, { netAmount: net })
}

/** The row shows what the invoice says, because that is what the customer gets. */
async function invoiceDiffers(run: Run, plan: Planned, found: Found & { kind: 'invoice' }): Promise<Stop> {
  const { invoiceId, invoiceNumber, net, gross, customerId } = found.invoice
  const to = await nameOf(run, customerId)
  const message =
    `Jobben er fakturert i Fiken (faktura ${invoiceNumber}) til «${to}» på ${formatKroner(gross)}, men skulle vært til ` +
    `«${plan.recipientName}» på ${formatKroner(plan.built.gross)}. Godta fakturaen slik den er, eller lag en kreditnota i Fiken.`
  return differs(run, shownOf(plan.draft.uuid, found), message, {
    fikenInvoiceId: String(invoiceId),
    fikenInvoiceNumber: invoiceNumber,
    ...recipientColumns(customerId, to),
    amount: gross,
    netAmount: net,
  })
}

export function recipientColumns(customerId: number | null, name: string): Partial<NewTransfer> {
  return customerId === null ? {} : { fikenCustomerId: String(customerId), customerName: name }
}

/** Who a contact is, for people. */
export async function nameOf({ fiken, signal }: Run, contactId: number | null): Promise<string> {
  if (contactId === null) return 'ukjent mottaker'
  try {
    return (await fiken.contacts.get(contactId, signal)).name
  } catch (error) {
    if (isExternalError(error, 'not_found')) return 'en slettet kontakt'
    throw error
  }
}
