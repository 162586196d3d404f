import { isExternalError } from '#clients/http/external-error'
import { formatKroner } from '#shared/money'
import { enumerate } from '#shared/norwegian'
import type { ShownDraft } from '../../drafts/sent-draft.ts'
import type { Found } from '../../documents/look-up.ts'
import { shownOf } from '../../documents/shown-draft.ts'
import type { TransferChange } from '../tables.ts'
import type { Planned } from './prepare.ts'
import type { Run } from './context.ts'
import { type Ending, failed } from './ending.ts'

/**
 * Returns the ending that stores the document found in Fiken and leaves it to the user; "Godta"
 * accepts exactly that document.
 */
export function differs(
  { row }: Pick<Run, 'row'>,
  shown: ShownDraft,
  message: string,
  more: TransferChange = {},
): Ending {
  const { fikenData } = row
  const asked = fikenData ? { fikenData: { ...fikenData, shown } } : {}
  return failed('draft_differs', message, { ...asked, ...more })
}

export async function draftDiffers(
  run: Run,
  plan: Planned,
  found: Found & { kind: 'draft' },
  differences: string[],
): Promise<Ending> {
  const { net, gross, customerId } = found.draft
  const to = await nameOf(run, customerId)
  const message =
    `Utkastet i Fiken er ikke slik jobben er nå: ${enumerate(differences)} er annerledes. Utkastet er til «${to}» på ${formatKroner(gross)}; ` +
    `jobben er til «${plan.recipientName}» på ${formatKroner(plan.built.gross)}. Se på utkastet, og godta det eller rett det i Fiken.`
  return differs(run, shownOf(plan.draft.uuid, found), message, { netAmount: net })
}

/**
 * Returns the ending for an invoice that differs from our draft. The row shows the invoice's
 * amounts, because the customer receives the invoice.
 */
export async function invoiceDiffers(
  run: Run,
  plan: Planned,
  found: Found & { kind: 'invoice' },
): Promise<Ending> {
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

export function recipientColumns(customerId: number | null, name: string): TransferChange {
  return customerId === null ? {} : { fikenCustomerId: String(customerId), customerName: name }
}

export async function nameOf({ fiken, signal }: Run, contactId: number | null): Promise<string> {
  if (contactId === null) return 'ukjent mottaker'
  try {
    return (await fiken.contacts.get(contactId, signal)).name
  } catch (error) {
    if (isExternalError(error, 'not_found')) return 'en slettet kontakt'
    throw error
  }
}
