import { CAUSE_CODES, causeOf } from '#shared/causes/index'
import {
  FIX_ACTS,
  type FixAct,
  type ReconciledDocument,
  type ReconciliationAnswer,
  type ReconciliationSummary,
  type ShownRow,
} from '#shared/contracts/reconciliation'
import { addMonths, formatMonth, isMonth, monthOf, today, whenText } from '#shared/dates'
import { formatAmount, formatKroner } from '#shared/money'
import {
  askedInFiken,
  DISCREPANCY_KINDS,
  discrepancyOf,
  type DiscrepancyKind,
  type DiscrepancyState,
} from '#shared/discrepancies'
import { hasScreen } from '#shared/routes'
import { SEND_AGAIN } from '#shared/transfer-status'
import { text } from './text.ts'

/** The month that the address names, never one to come; without a name the present one. */
export function monthFrom(param: string | null, now: Date): string {
  const present = monthOf(today(now))
  return param !== null && isMonth(param) && param <= present ? param : present
}

export function neighbours(month: string, now: Date): { previous: string; next: string | null } {
  const next = addMonths(month, 1)
  return { previous: addMonths(month, -1), next: next <= monthOf(today(now)) ? next : null }
}

/** "November 2026" */
export function monthTitle(month: string): string {
  const words = formatMonth(month)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export interface Verdict {
  tone: 'ok' | 'bad' | 'wait'
  /** With the time of the check. */
  sentence: string
  /** The same without it, for where the time stands beside it. */
  claim: string
}

/**
 * What is missing in Fiken, øre: what is to be billed, and what is to be credited, so that one does
 * not hide the other.
 */
export function missingOf(rows: readonly Pick<ShownRow, 'kind' | 'total' | 'documents'>[]): {
  billed: number
  credited: number
} {
  const isMissing = ({ kind, documents }: Pick<ShownRow, 'kind' | 'documents'>) =>
    discrepancyOf(kind).state === 'missing' && documents.length === 0
  const totals = rows.flatMap((row) => (isMissing(row) ? [row.total ?? 0] : []))
  const sum = (which: readonly number[]) => which.reduce((all, ore) => all + ore, 0)
  return {
    billed: sum(totals.filter((ore) => ore > 0)),
    credited: -sum(totals.filter((ore) => ore < 0)),
  }
}

/** "12 400,00 kr", "500,00 kr å kreditere", or both. */
export function missingText({ billed, credited }: { billed: number; credited: number }): string {
  if (credited === 0) return formatKroner(billed)
  const credit = text.toCredit(formatKroner(credited))
  return billed === 0 ? credit : text.andToCredit(formatKroner(billed), credit)
}

/**
 * The month in one sentence, the worst first. That nothing is missing is only ever said with the
 * time of the check.
 */
export function verdictOf(
  summary: ReconciliationSummary,
  rows: readonly ShownRow[],
  checkedAt: string,
  now: Date,
): Verdict {
  const { jobs, inFiken, missing, underway, toLookAt } = summary
  const said: string[] = []
  if (missing.count > 0)
    said.push(text.missing(text.jobs(missing.count), missingText(missingOf(rows))))
  const others = toLookAt - missing.count
  if (others > 0)
    said.push(...(missing.count > 0 ? [] : [text.nothingMissing]), text.toLookAt(others))
  const isWell = said.length === 0
  if (isWell && jobs.count === 0) said.push(text.noJobs)
  else if (isWell) said.push(text.allWell(text.jobs(inFiken.count), formatKroner(inFiken.ore)))
  if (underway.count > 0) said.push(text.underway(underway.count))
  const tone = missing.count > 0 ? 'bad' : isWell ? 'ok' : 'wait'
  const claim = said.join(', ')
  return { tone, claim, sentence: `${claim} – ${text.checkedAt(whenText(checkedAt, now))}` }
}

/** What Fiken's amounts differ from ServiceM8's, and by which rows. Empty when they do not. */
export function differenceOf(summary: ReconciliationSummary, rows: readonly ShownRow[]): string[] {
  const said: string[] = []
  if (summary.difference !== 0) {
    const byKind = new Map<DiscrepancyKind, number>()
    for (const row of rows) {
      const by = ownDifference(row)
      if (by !== null && by !== 0) byKind.set(row.kind, (byKind.get(row.kind) ?? 0) + by)
    }
    const explained = [...byKind.values()].reduce((sum, ore) => sum + ore, 0)
    const causes = [...byKind].map(
      ([kind, ore]) => `${lowered(discrepancyOf(kind).title)} (${signed(-ore)})`,
    )
    if (explained !== summary.difference)
      causes.push(`${text.rounding} (${signed(explained - summary.difference)})`)
    said.push(
      text.difference(formatKroner(Math.abs(summary.difference)), summary.difference < 0),
      text.because(causes.join(', ')),
    )
  }
  const { deposits } = summary
  if (deposits) said.push(text.deposits(deposits.count, formatKroner(deposits.ore)))
  if (summary.extra.count > 0)
    said.push(text.extra(summary.extra.count, formatKroner(summary.extra.ore)))
  return said
}

const signed = (ore: number) => `${ore > 0 ? '+' : ''}${formatKroner(ore)}`

/**
 * The job's total, less what Fiken asks for it and what a deposit's invoice has asked for; null when
 * one of them is unknown.
 */
export function ownDifference(
  row: Pick<ShownRow, 'total' | 'documents' | 'kind' | 'deposit'>,
): number | null {
  const asked = askedInFiken(row)
  return row.total === null || asked === null || discrepancyOf(row.kind).state === 'underway'
    ? null
    : row.total - asked - (row.deposit ?? 0)
}

export interface Group {
  key: string
  kind: DiscrepancyKind
  title: string
  explanation: string
  rows: ShownRow[]
  /** What the jobs come to, øre. */
  total: number
}

export interface Section {
  state: DiscrepancyState
  groups: Group[]
  count: number
}

const STATES: readonly DiscrepancyState[] = ['missing', 'look', 'underway', 'left_out', 'ok']

/**
 * The rows by what they mean, by kind, and within a kind by cause: rows that one thing fixes are
 * together.
 */
export function sectionsOf(rows: readonly ShownRow[]): Section[] {
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const key = groupKey(row)
    const group = groups.get(key) ?? { key, kind: row.kind, ...wordsOf(row), rows: [], total: 0 }
    group.rows.push(row)
    group.total += row.total ?? row.documents[0]?.gross ?? 0
    groups.set(key, group)
  }
  const inOrder = [...groups.values()].sort(
    (a, b) =>
      DISCREPANCY_KINDS.indexOf(a.kind) - DISCREPANCY_KINDS.indexOf(b.kind) ||
      b.rows.length - a.rows.length,
  )
  return STATES.map((state) => {
    const own = inOrder.filter((group) => discrepancyOf(group.kind).state === state)
    return { state, groups: own, count: own.reduce((sum, group) => sum + group.rows.length, 0) }
  }).filter((section) => section.count > 0)
}

function groupKey({ kind, code, transferId, joins }: ShownRow): string {
  if (kind === 'unlinked') return `${kind} ${transferId === null ? 'fetch' : (code ?? '')}`
  if (kind === 'waiting') return `${kind} ${code ?? ''} ${joins}`
  return ['failed', 'unconfirmed'].includes(kind) ? `${kind} ${code ?? ''}` : kind
}

/** Of a row whose code is its cause's; else the unexpected one. */
const causeOfRow = (code: ShownRow['code']) => causeOf(CAUSE_CODES.find((known) => known === code))

function wordsOf({ kind, code, joins }: ShownRow): { title: string; explanation: string } {
  const discrepancy = discrepancyOf(kind)
  if (kind === 'failed' || kind === 'unconfirmed') {
    const cause = causeOfRow(code)
    return {
      title: `${discrepancy.title}: ${lowered(cause.title)}`,
      explanation: cause.explanation,
    }
  }
  if (kind === 'waiting')
    return {
      title:
        (joins ? text.joining[code ?? ''] : undefined) ??
        text.reasons[code ?? ''] ??
        discrepancy.title,
      explanation: discrepancy.explanation,
    }
  return { title: discrepancy.title, explanation: discrepancy.explanation }
}

/** In the middle of a sentence; names and abbreviations keep their capitals. */
function lowered(title: string): string {
  return /^(API|MVA|Fiken|ServiceM8)/.test(title)
    ? title
    : title.charAt(0).toLowerCase() + title.slice(1)
}

export type Act = FixAct | 'undo'

/**
 * The button that fixes a row: an act of ours, or a place to go. Null when its documents are what
 * there is to open.
 */
export type Button =
  | { label: string; act: Act }
  | { label: string; href: string }
  | { label: string; external: string }
  | null

export interface Places {
  fikenWebUrl: string
}

export function buttonOf(row: ShownRow, places: Places | undefined): Button {
  // What had no transfer when it was checked and has one now has been fetched, however that went:
  // the transfer says what fixes it.
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

/** The drawer of a transfer, over the list of transfers. */
export function transferLink(transferId: string): string {
  return `/transfers?jobb=${encodeURIComponent(transferId)}`
}

/**
 * Rows of a group that one press fixes: those with an act, all the same one. What deletes in Fiken
 * is done one by one.
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

/** What is intended, and shown only when asked for. */
export const FOLDED: ReadonlySet<Section['state']> = new Set(['left_out', 'ok'])

/**
 * The group whose button is the one to press: the first in which one press fixes something. Until
 * there is none, checking again can wait.
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

export function progressText(progress: ReconciliationAnswer['progress']): string {
  if (!progress) return text.steps.queued
  const { step, done, total } = progress
  const words = text.steps[step]
  return total === null || step === 'compare'
    ? words
    : `${words}: ${text.of(plain(done), plain(total))}`
}

/**
 * How far, of a hundred; null while that is not known. Reading the drafts is the first half, the
 * invoices the second.
 */
export function progressShare(progress: ReconciliationAnswer['progress']): number | null {
  if (!progress || progress.step === 'jobs') return null
  if (progress.step === 'compare') return 98
  const share = progress.total ? Math.min(1, progress.done / progress.total) : 0
  return progress.step === 'drafts' ? 5 + share * 45 : 50 + share * 45
}

const plain = (count: number) => formatAmount(count * 100).replace(/,00$/, '')

/** What has happened to a row's transfer since the check; null when nothing has. */
export function newsOf({ now }: Pick<ShownRow, 'now'>): {
  tone: 'ok' | 'info' | 'bad' | 'neutral'
  label: string
  busy: boolean
} | null {
  if (!now) return null
  if (now.status === 'completed') return { tone: 'ok', label: text.after.completed, busy: false }
  if (now.status === 'queued' || now.status === 'processing')
    return { tone: 'info', label: text.after[now.status], busy: true }
  if (now.status === 'failed' && !now.skipped)
    return { tone: 'bad', label: text.after.failed, busy: false }
  return { tone: 'neutral', label: text.after.other, busy: false }
}
