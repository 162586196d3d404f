import type { Transfer } from '#shared/contracts/transfers/row'
import type { FikenCompany, Sm8Account, StoredDraft, StoredInvoice } from '#sandbox/world/state'

/** Compares documents in Fiken, which several jobs can share (decision 0054), with the jobs. */

export type Voucher = StoredDraft | StoredInvoice

/** One job's part of a draft or an invoice in Fiken. */
export interface Section {
  /** The job number in the heading, such as "#101". */
  number: string
  lines: Line[]
}

type Line = Voucher['lines'][number]

export const draftUuidOf = (voucher: Voucher) =>
  'draftId' in voucher ? voucher.uuid : voucher.invoiceDraftUuid

export const vouchersOf = ({ drafts, invoices }: FikenCompany): Voucher[] => [
  ...invoices,
  ...drafts,
]

/** Splits a document into its jobs by the headings; a document without headings has one job. */
export function sectionsOf({ lines, ourReference = '' }: Voucher): Section[] {
  const sections: Section[] = []
  for (const line of lines) {
    const number = numberOfHeading(line)
    if (number !== null) sections.push({ number, lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  if (sections.length > 0) return sections
  return [{ number: /^Jobb (#\S+)$/.exec(ourReference)?.[1] ?? '', lines }]
}

/** Returns true for a document with headings: several jobs, or one that waited for others. */
export const isCollective = ({ lines: [first] }: Voucher): boolean =>
  first !== undefined && numberOfHeading(first) !== null

function numberOfHeading({ unitPrice, description }: Line): string | null {
  return (unitPrice === 0 && /^Jobb (#\S+)\./.exec(description ?? '')?.[1]) || null
}

/** A document in Fiken that has the job, with the job's section of it. */
export interface Place {
  voucher: Voucher
  section: Section
}

export function placesByNumber(company: FikenCompany): Map<string, Place[]> {
  const places = new Map<string, Place[]>()
  for (const voucher of vouchersOf(company))
    for (const section of sectionsOf(voucher))
      places.set(section.number, [...(places.get(section.number) ?? []), { voucher, section }])
  return places
}

export interface Tables {
  account: Sm8Account
  company: FikenCompany
}

export const numberOfJob = ({ account }: Pick<Tables, 'account'>, jobUuid: string) =>
  `#${account.tables.job[jobUuid]?.generated_job_id ?? ''}`

export const linesOfJob = ({ account }: Pick<Tables, 'account'>, jobUuid: string) =>
  Object.values(account.tables.jobmaterial)
    .filter(({ job_uuid, active }) => job_uuid === jobUuid && active === 1)
    .sort((one, other) => Number(one.sort_order) - Number(other.sort_order))

/** Returns a sentence for each document whose jobs or totals differ from its transfers. */
export function voucherDifferences(tables: Tables, rows: readonly Transfer[]): string[] {
  return vouchersOf(tables.company).flatMap((voucher) => {
    const numbers = sectionsOf(voucher).map(({ number }) => number)
    const name = `what is of ${numbers.join(', ')}`
    const own = rows.filter((row) => row.fikenDraftUuid === draftUuidOf(voucher) && hasDraft(row))
    const known = own.map(({ servicem8JobId }) => numberOfJob(tables, servicem8JobId))
    if (numbers.toSorted().join() !== known.toSorted().join())
      return [`${name} is of ${known.join(', ') || 'nobody'} by what we know`]
    const [first, ...others] = own
    if (others.some(({ status }) => status !== first?.status))
      return [`${name} is ${own.map(({ status }) => status).join(', ')}`]
    if (first?.status !== 'completed') return []
    const sum = (key: 'amount' | 'netAmount') =>
      own.reduce((total, row) => total + (row[key] ?? 0), 0)
    return sum('amount') === voucher.gross && sum('netAmount') === voucher.net
      ? []
      : [
          `${name} is ${voucher.net}/${voucher.gross} øre, our jobs ${sum('netAmount')}/${sum('amount')}`,
        ]
  })
}

/** Returns true if the draft is in Fiken; before that, fikenDraftUuid is only reserved for it. */
const hasDraft = ({ status, fikenInvoiceDraftId }: Transfer) =>
  status === 'completed' || fikenInvoiceDraftId !== null

/** Returns the same as {@link sharedDifferences} for jobs in any state but "processing". */
export function restDifferences(
  tables: Tables,
  { jobs, isChosen }: { jobs: readonly string[]; isChosen: boolean },
  rows: readonly Transfer[],
): string[] {
  const places = placesByNumber(tables.company)
  const found = jobs.flatMap((uuid) => {
    const number = numberOfJob(tables, uuid)
    const own = rows.filter(({ servicem8JobId }) => servicem8JobId === uuid)
    const [row] = own
    if (!row && tables.account.tables.job[uuid]?.status !== 'Completed') return []
    if (!row || own.length > 1) return [`${number} has ${own.length} transfers`]
    if (row.status === 'completed') return jobDifferences(tables, uuid, rows, places)
    const { status, pendingReason, errorCode, fikenInvoiceDraftId } = row
    const on = places.get(number) ?? []
    if (on.length > 1) return [`${number} is on ${on.length} drafts or invoices`]
    if (on.length === 1 && fikenInvoiceDraftId === null)
      return [`${number} is on a draft, and ${status} (${pendingReason ?? errorCode})`]
    if (pendingReason === null && errorCode === null) return [`${number} is ${status}, and not why`]
    return pendingReason === 'collective' && !isChosen
      ? [`${number} waits for a draft that nobody will make`]
      : []
  })
  return [...found, ...voucherDifferences(tables, rows)]
}

/**
 * Returns a sentence for each job that is not exactly once, with its own lines, on the document
 * that its transfer names.
 * @param jobs UUIDs of jobs that should all be completed
 */
export function sharedDifferences(
  tables: Tables,
  jobs: readonly string[],
  rows: readonly Transfer[],
): string[] {
  const places = placesByNumber(tables.company)
  const found = jobs.flatMap((uuid) => jobDifferences(tables, uuid, rows, places))
  return [...found, ...voucherDifferences(tables, rows)]
}

function jobDifferences(
  tables: Tables,
  uuid: string,
  rows: readonly Transfer[],
  places: ReadonlyMap<string, Place[]>,
): string[] {
  const number = numberOfJob(tables, uuid)
  const own = rows.filter(({ servicem8JobId }) => servicem8JobId === uuid)
  const [row] = own
  if (!row || own.length > 1) return [`${number} has ${own.length} transfers`]
  if (row.status !== 'completed') return [`${number} is ${row.status} (${row.errorCode})`]
  const on = places.get(number) ?? []
  const [place] = on
  if (!place || on.length > 1) return [`${number} is on ${on.length} drafts or invoices`]
  const isKnown = draftUuidOf(place.voucher) === row.fikenDraftUuid
  return [
    ...(isKnown ? [] : ['on another draft than the one that we know']),
    ...lineDifferences(tables, uuid, place.section),
    ...amountDifferences(row, place.section),
  ].map((text) => `${number}: ${text}`)
}

function lineDifferences(tables: Tables, jobUuid: string, { lines }: Section): string[] {
  const own = linesOfJob(tables, jobUuid)
  if (own.length !== lines.length) return [`${lines.length} lines, not ${own.length}`]
  return own.flatMap(({ name }, index) => {
    const { description, comment } = lines[index] ?? {}
    return `${description ?? ''} ${comment ?? ''}`.includes(name)
      ? []
      : [`a line is ${description}, not ${name}`]
  })
}

/** Factor from net to gross amounts; all these jobs have 25 % VAT. */
const GROSS = 1.25

function amountDifferences({ amount }: Transfer, { lines }: Section): string[] {
  const gross = lines.reduce((sum, line) => sum + (line.unitPrice ?? 0) * line.quantity * GROSS, 0)
  return Math.abs((amount ?? 0) - gross) <= lines.length
    ? []
    : [`${amount} øre by its transfer, ${gross} by its lines`]
}
