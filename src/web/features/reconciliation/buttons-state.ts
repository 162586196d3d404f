import {
  FIX_ACTS,
  type FixAct,
  type ReconciledDocument,
  type ShownRow,
} from '#shared/contracts/reconciliation'
import { discrepancyOf } from '#shared/discrepancies'
import { hasScreen } from '#shared/routes'
import { SEND_AGAIN } from '#shared/transfer-status'
import { causeOfRow, FOLDED, sectionsOf, type Group } from './reconciliation-state.ts'
import { text } from './text.ts'

export type Act = FixAct | 'undo'

/** An action or link that fixes a row; null when the row's documents have their own buttons. */
export type Button =
  | { label: string; act: Act }
  | { label: string; href: string }
  | { label: string; external: string }
  | null

export interface Places {
  fikenWebUrl: string
}

export function buttonOf(row: ShownRow, places: Places | undefined): Button {
  // The job had no transfer when the month was checked, but has been fetched afterwards. Its
  // transfer shows the fix, whatever the status.
  const fetchedSince = row.transferId === null
  if (row.now && !row.now.skipped && (fetchedSince || row.now.status !== 'failed'))
    return toTransfer(row, row.now.transferId)
  const { fix } = discrepancyOf(row.kind)
  switch (fix) {
    case 'fetch':
    case 'update_draft':
    case 'undo':
    case 'restore':
      return { label: text.acts[fix], act: fix }
    case 'send_again':
      return { label: text.acts.send_again, act: SEND_AGAIN }
    case 'retry':
      if (row.transferId === null) return { label: text.acts.link, act: 'fetch' }
      if (row.code === 'skipped') return { label: text.acts.restore, act: 'restore' }
      return { label: row.kind === 'unlinked' ? text.acts.link : text.acts.tryNow, act: 'retry' }
    case 'by_reason':
      if (row.code === 'company')
        return { label: text.acts.choose_company, href: '/configuration#fiken' }
      if (row.code === 'ambiguous_customer')
        return toTransfer(row, row.transferId, text.acts.choose_customer)
      return { label: row.joins ? text.acts.joins : text.acts.start, act: 'retry' }
    case 'by_cause':
      return ofCause(row, places)
    case 'open_document':
      return row.documents.length > 0 ? null : toTransfer(row, row.transferId)
    case 'open_transfer':
      return toTransfer(row, row.transferId)
    case 'none':
      return null
  }
}

function ofCause(row: ShownRow, places: Places | undefined): Button {
  const { remedy } = causeOfRow(row.code)
  if ('href' in remedy) {
    return hasScreen(remedy.href) ? remedy : { label: text.acts.retry, act: 'retry' }
  }
  switch (remedy.action) {
    case 'retry':
      return { label: remedy.label, act: 'retry' }
    case 'send_again':
      return { label: remedy.label, act: SEND_AGAIN }
    case 'open_job':
      return {
        label: remedy.label,
        external: `https://go.servicem8.com/OpenJob/${encodeURIComponent(row.jobUuid)}`,
      }
    case 'open_fiken':
      return { label: remedy.label, external: places?.fikenWebUrl ?? 'https://fiken.no' }
    case 'open_draft':
      return row.documents.length > 0
        ? toTransfer(row, row.transferId)
        : toTransfer(row, row.transferId, remedy.label)
    case 'accept':
    case 'choose_customer':
    case 'create_product':
    case 'enter_address':
    case 'see_deposit':
    case 'see_invoices':
      return toTransfer(row, row.transferId, remedy.label)
  }
}

function toTransfer(
  row: ShownRow,
  transferId: string | null,
  label: string = text.acts.open_transfer,
): Button {
  return transferId === null ? null : { label, href: transferLink(transferId) }
}

export function transferLink(transferId: string): string {
  return `/transfers?jobb=${encodeURIComponent(transferId)}`
}

/**
 * Returns the action for all rows; null unless at least two rows have the same action and no other.
 * Actions that delete in Fiken are only available per row.
 */
export function actForAll(
  rows: readonly ShownRow[],
  places: Places | undefined,
): { label: string; act: FixAct; rows: ShownRow[] } | null {
  const acting = rows.flatMap((row) => {
    const button = buttonOf(row, places)
    return button && 'act' in button ? [{ row, button }] : []
  })
  const [first] = acting
  const act = FIX_ACTS.find((known) => known === first?.button.act)
  if (!first || !act || acting.length < 2 || acting.some(({ button }) => button.act !== act))
    return null
  return { label: first.button.label, act, rows: acting.map(({ row }) => row) }
}

/**
 * Returns the key of the first group whose rows can be fixed together; null if there is none, so
 * that "check again" is the primary button.
 */
export function leadingGroup(rows: readonly ShownRow[], places: Places | undefined): string | null {
  const leads = ({ rows: own }: Group) =>
    actForAll(own, places) !== null ||
    own.filter((row) => 'act' in (buttonOf(row, places) ?? {})).length === 1
  const unfolded = sectionsOf(rows).filter(({ state }) => !FOLDED.has(state))
  return unfolded.flatMap(({ groups }) => groups).find(leads)?.key ?? null
}

export function documentLink(
  document: ReconciledDocument,
  places: Places | undefined,
): { label: string; url: string } {
  const base = `${(places?.fikenWebUrl ?? 'https://fiken.no').replace(/\/+$/, '')}/foretak/${encodeURIComponent(document.slug)}`
  if (document.type === 'draft') {
    return { label: text.draft, url: `${base}/fakturautkast/${encodeURIComponent(document.uuid)}` }
  }
  return {
    label: text.invoice(document.invoiceNumber ?? ''),
    url: document.saleId === null ? base : `${base}/handel/salg/${document.saleId}`,
  }
}
