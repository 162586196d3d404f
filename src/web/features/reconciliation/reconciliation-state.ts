import { CAUSE_CODES, causeOf } from '#shared/causes/index'
import type {
  ReconciliationAnswer,
  ReconciliationSummary,
  ShownRow,
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
import { text } from './text.ts'

export function monthFrom(param: string | null, now: Date): string {
  const present = monthOf(today(now))
  return param !== null && isMonth(param) && param <= present ? param : present
}

export function neighbours(month: string, now: Date): { previous: string; next: string | null } {
  const next = addMonths(month, 1)
  return { previous: addMonths(month, -1), next: next <= monthOf(today(now)) ? next : null }
}

export function monthTitle(month: string): string {
  const words = formatMonth(month)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export interface Verdict {
  tone: 'ok' | 'bad' | 'wait'
  sentence: string
  claim: string
}

/**
 * Returns the missing sums in øre. Amounts to bill and to credit are separate, so that they do not
 * cancel each other out.
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

/** Returns a text such as "12 400,00 kr", "500,00 kr å kreditere", or both. */
export function missingText({ billed, credited }: { billed: number; credited: number }): string {
  if (credited === 0) return formatKroner(billed)
  const credit = `${formatKroner(credited)} å kreditere`
  return billed === 0 ? credit : `${formatKroner(billed)}, og ${credit}`
}

/**
 * Returns the verdict on the month, with the worst discrepancy first. "Nothing is missing" is
 * always followed by the time of the check.
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
    said.push(`${text.jobs(missing.count)} mangler i Fiken (${missingText(missingOf(rows))})`)
  const others = toLookAt - missing.count
  if (others > 0)
    said.push(...(missing.count > 0 ? [] : ['0 mangler i Fiken']), text.toLookAt(others))
  const isWell = said.length === 0
  if (isWell && jobs.count === 0) said.push('Ingen fullførte jobber')
  else if (isWell)
    said.push(`Alt stemmer: ${text.jobs(inFiken.count)}, ${formatKroner(inFiken.ore)}`)
  if (underway.count > 0) said.push(text.underway(underway.count))
  const tone = missing.count > 0 ? 'bad' : isWell ? 'ok' : 'wait'
  const claim = said.join(', ')
  return { tone, claim, sentence: `${claim} – sjekket ${whenText(checkedAt, now)}` }
}

/** Returns sentences that explain the difference by kind of discrepancy; [] if there is none. */
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
      causes.push(
        `avrunding, utelatte linjer og godtatte beløp (${signed(explained - summary.difference)})`,
      )
    said.push(
      `Det som er i Fiken, er på ${formatKroner(Math.abs(summary.difference))} ${summary.difference < 0 ? 'mer' : 'mindre'} enn jobbene i ServiceM8.`,
      `Det kommer av: ${causes.join(', ')}.`,
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
 * Returns the job's total minus the amount in Fiken and any invoiced deposit, in øre; null if an
 * amount is unknown or the job is in progress.
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
  total: number
}

export interface Section {
  state: DiscrepancyState
  groups: Group[]
  count: number
}

const STATES: readonly DiscrepancyState[] = ['missing', 'look', 'underway', 'left_out', 'ok']

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

export const causeOfRow = (code: ShownRow['code']) =>
  causeOf(CAUSE_CODES.find((known) => known === code))

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

/** Returns a title in lower case for use inside a sentence, except names and abbreviations. */
function lowered(title: string): string {
  return /^(API|MVA|Fiken|ServiceM8)/.test(title)
    ? title
    : title.charAt(0).toLowerCase() + title.slice(1)
}

/** The states that are intended and therefore collapsed until the user opens them. */
export const FOLDED: ReadonlySet<Section['state']> = new Set(['left_out', 'ok'])

export function progressText(progress: ReconciliationAnswer['progress']): string {
  if (!progress) return text.steps.queued
  const { step, done, total } = progress
  const words = text.steps[step]
  return total === null || step === 'compare'
    ? words
    : `${words}: ${plain(done)} av ${plain(total)}`
}

/**
 * Returns the progress in percent, or null when unknown. Reading drafts is the first half, reading
 * invoices the second.
 */
export function progressShare(progress: ReconciliationAnswer['progress']): number | null {
  if (!progress || progress.step === 'jobs') return null
  if (progress.step === 'compare') return 98
  const share = progress.total ? Math.min(1, progress.done / progress.total) : 0
  return progress.step === 'drafts' ? 5 + share * 45 : 50 + share * 45
}

const plain = (count: number) => formatAmount(count * 100).replace(/,00$/, '')

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
