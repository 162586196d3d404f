import type { Invoice } from '#clients/fiken/types'
import { isOfFormerRule, type SeenCredit } from '#shared/credit'
import { addDays, daysBetween, isDate } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { FINISHED, paymentOf, type KnownPayment } from '#shared/payment-status'
import type { EditedInvoice, FollowedTransfer, SeenPayment } from '../transfers/payment-store.ts'
import { jobsNamedIn, plainReference } from '../drafts/collective/named-jobs.ts'
import { shareOf } from '../drafts/collective/shares.ts'
import { asksForNotes, creditOf, creditText, type NotesById } from './credit.ts'

export interface Reading {
  drafts: ReadonlySet<string>
  invoices: readonly Invoice[]
  creditNotes?: NotesById
  /**
   * True when all rows of all lists were received and readable, so that a missing row means the
   * draft is gone.
   */
  whole: boolean
}

type Lists = Pick<Reading, 'drafts' | 'invoices' | 'creditNotes'>

export const invoicesOf = (
  followed: readonly FollowedTransfer[],
  lists: Lists,
): Map<string, Invoice> => lookUp(followed, lists).found

interface LookedUp {
  found: Map<string, Invoice>
  /**
   * The transfers to which an invoice might belong, while it is uncertain whether the invoice is
   * credited in full.
   */
  unsure: Set<string>
}

function lookUp(
  followed: readonly FollowedTransfer[],
  { drafts, invoices, creditNotes = new Map() }: Lists,
): LookedUp {
  const byUuid = new Map(
    invoices.flatMap((invoice) => (invoice.draftUuid ? [[invoice.draftUuid, invoice]] : [])),
  )
  const found = new Map<string, Invoice>()
  const unsure = new Set<string>()
  for (const { id, draftUuid } of followed) {
    const own = byUuid.get(draftUuid)
    if (own) found.set(id, own)
  }
  for (const { jobs, named } of madeByHand(followed, invoices)) {
    const [first] = jobs
    if (!first || found.has(first.id) || drafts.has(first.draftUuid)) continue
    // An invoice that is credited in full is never matched for the first time, because the new
    // draft that replaces it is for the same jobs.
    const credits = named.map((invoice) => ({
      invoice,
      credited: creditOf(invoice, creditNotes, null).credited,
    }))
    const isKnown = hasInvoice(first.known)
    const same = credits.flatMap(({ invoice, credited: { inFull, doubt } }) =>
      isKnown || (!inFull && doubt === null) ? [invoice] : [],
    )
    if (!isKnown && credits.some(({ credited }) => credited.doubt !== null))
      for (const job of jobs) unsure.add(job.id)
    // An invoice that occurs in two lists counts once; the later list is more recent.
    const latest = same.at(-1)
    if (latest && same.every(({ invoiceId }) => invoiceId === latest.invoiceId))
      for (const job of jobs) found.set(job.id, latest)
  }
  return { found, unsure }
}

/**
 * Finds invoices created manually after our draft was deleted. An invoice is matched only if our
 * reference and the amount (up to rounding) both point to exactly one draft.
 */
function madeByHand(
  followed: readonly FollowedTransfer[],
  invoices: readonly Invoice[],
): { jobs: readonly FollowedTransfer[]; named: Invoice[] }[] {
  const ours = new Set(followed.map((transfer) => transfer.draftUuid))
  const perDraft = [...Map.groupBy(followed, ({ draftUuid }) => draftUuid).values()]
  const draftsNaming = Map.groupBy(perDraft, (jobs) => keyOf(jobs.map(referenceOf)))
  const unknownInvoices = Map.groupBy(
    invoices.filter((invoice) => !ours.has(invoice.draftUuid)),
    ({ ourReference }) => keyOf(namesOf(ourReference)),
  )
  return [...unknownInvoices].flatMap(([key, naming]) => {
    const [jobs = [], ...others] = draftsNaming.get(key) ?? []
    const [first] = jobs
    if (!first || others.length > 0 || !isWholeDraft(jobs)) return []
    const { gross, lineCount } = first
    if (gross === null) return []
    const named = naming.filter((invoice) => Math.abs(invoice.gross - gross) <= lineCount)
    return [{ jobs, named }]
  })
}

export function invoicesAskingForNotes(
  followed: readonly FollowedTransfer[],
  { drafts, invoices }: Pick<Reading, 'drafts' | 'invoices'>,
): Invoice[] {
  const { found } = lookUp(followed, { drafts, invoices })
  const own = followed.flatMap(({ id, credit }) => {
    const invoice = found.get(id)
    return invoice && asksForNotes(invoice, credit) ? [invoice] : []
  })
  const byHand = madeByHand(followed, invoices).flatMap(({ named }) => named)
  return [...new Set([...own, ...byHand.filter((invoice) => asksForNotes(invoice, null))])]
}

const hasInvoice = (known: KnownPayment | null) =>
  known !== null && known !== 'draft' && known !== 'gone'

const referenceOf = ({ jobNumber }: FollowedTransfer) => plainReference(`Jobb #${jobNumber}`)

/**
 * Returns the jobs named in a reference. A truncated reference can name further jobs, so it
 * identifies none of them reliably.
 */
function namesOf(reference: string): string[] {
  const { jobs, namesMore } = jobsNamedIn(reference)
  return jobs.length > 0 && !namesMore ? jobs : [plainReference(reference)]
}

const keyOf = (names: readonly string[]) => JSON.stringify(names.toSorted())

const isWholeDraft = (jobs: readonly FollowedTransfer[]) =>
  jobs.every(
    ({ jobNumber, share }) => jobNumber !== '' && (share?.parts.length ?? 1) === jobs.length,
  )

export interface Judged extends SeenPayment {
  /** The amount in øre that had been paid at the previous reading. */
  paidBefore: number
  paidOn: string | null
}

/**
 * Returns the rows to write: all unfinished transfers, to record that they were checked, and the
 * finished transfers that have changed.
 */
export function judge(followed: readonly FollowedTransfer[], reading: Reading): Judged[] {
  const { found, unsure } = lookUp(followed, reading)
  return followed.flatMap((transfer) => {
    const now = unsure.has(transfer.id) ? null : stateOf(transfer, found.get(transfer.id), reading)
    if (now === null) return []
    const changed = hasChanged(transfer, now)
    if (!changed && isFinished(transfer.known)) return []
    const { id, draftUuid, paid } = transfer
    const invoice = found.get(id)
    const named = {
      invoiceId: invoice ? String(invoice.invoiceId) : null,
      invoiceNumber: invoice?.invoiceNumber || null,
    }
    const edited = invoice ? editedOf(transfer, invoice) : null
    const said = changed ? timelineText(transfer, now) : null
    const text = said !== null && transfer.share ? `${said} (hele samlefakturaen)` : said
    return [
      {
        id,
        draftUuid,
        ...now,
        ...named,
        edited,
        text,
        paidBefore: paid ?? 0,
        paidOn: invoice?.paidOn || null,
      },
    ]
  })
}

/**
 * Returns a description of how a draft was edited before it was invoiced, so that the row shows the
 * invoice that the customer received; null when the invoice equals the draft.
 */
function editedOf(
  { gross, customerId, share }: FollowedTransfer,
  invoice: Invoice,
): EditedInvoice | null {
  const other =
    customerId !== null && invoice.customerId !== null && String(invoice.customerId) !== customerId
  const isSameSum = gross === null || invoice.gross === gross
  const sum = isSameSum
    ? ''
    : `beløpet fra ${formatKroner(gross)} til ${formatKroner(invoice.gross)}`
  const what = [sum, other ? 'mottakeren' : ''].filter(Boolean).join(' og ')
  if (what === '') return null
  return {
    net: invoice.net,
    gross: invoice.gross,
    ownNet: shareOf(invoice.net, share),
    ownGross: shareOf(invoice.gross, share),
    customerId: other ? String(invoice.customerId) : null,
    customerName: null,
    note: `Utkastet ble endret i Fiken før det ble fakturert: ${what}.`,
  }
}

type State = Pick<SeenPayment, 'status' | 'dueDate' | 'paid' | 'credit'>

/**
 * Returns the transfer's payment state; null when the lists do not show it, since a missing row
 * proves nothing.
 */
function stateOf(
  { known, credit, draftUuid }: FollowedTransfer,
  invoice: Invoice | undefined,
  reading: Reading,
): State | null {
  if (invoice) {
    const { credited, seen } = creditOf(invoice, reading.creditNotes ?? new Map(), credit)
    return {
      status: paymentOf(invoice, credited),
      dueDate: isDate(invoice.dueDate) ? invoice.dueDate : null,
      paid: invoice.totalPaid,
      credit: seen,
    }
  }
  // Fiken never deletes an invoice, so an invoice that is missing from all lists was merely not
  // requested.
  if (hasInvoice(known)) return null
  if (reading.drafts.has(draftUuid))
    return { status: 'draft', dueDate: null, paid: null, credit: null }
  return reading.whole ? { status: 'gone', dueDate: null, paid: null, credit: null } : null
}

const isFinished = (known: KnownPayment | null) => FINISHED.some((finished) => finished === known)

export function hasChanged(
  before: Pick<FollowedTransfer, 'known' | 'dueDate' | 'paid' | 'credit'>,
  now: State,
): boolean {
  return (
    before.known !== now.status ||
    before.dueDate !== now.dueDate ||
    before.paid !== now.paid ||
    creditKey(before.credit) !== creditKey(now.credit)
  )
}

/** Returns a key for comparing credits, because stored credits can have another property order. */
function creditKey(credit: SeenCredit | null): string {
  if (!credit) return ''
  const { inFull, outstanding, ids, doubt, notes } = credit
  return JSON.stringify([
    inFull,
    outstanding,
    ids,
    doubt,
    notes.map(({ number, date, gross }) => [number, date, gross]),
  ])
}

function timelineText(
  { known, paid: before, credit: knownCredit }: FollowedTransfer,
  { status, paid, credit }: State,
): string | null {
  const kroner = formatKroner(paid ?? 0)
  // A new credit is reported first, whatever else has changed.
  if (credit && status !== 'credited' && isNews(knownCredit, credit)) return creditText(credit)
  switch (status) {
    case 'invoiced':
      if ((before ?? 0) > 0) return 'Betalingen er tatt tilbake i Fiken'
      return known === 'invoiced' ? null : 'Fakturert i Fiken'
    case 'part_paid':
      return before === paid ? null : `Delvis betalt i Fiken: ${kroner} til sammen`
    case 'paid':
      return known === 'paid' && before === paid ? null : `Betalt i Fiken: ${kroner}`
    case 'credited':
      return credit && (known !== 'credited' || isNamedNow(knownCredit, credit))
        ? creditText(credit)
        : null
    case 'settled':
      return known === 'settled' ? null : 'Gjort opp i Fiken uten betaling'
    case 'gone':
      return 'Utkastet er ikke lenger i Fiken'
    case 'draft':
      return null
  }
}

/**
 * Returns true if the credit differs from the known credit. A credit stored by the former rule is
 * read again, and counts as different only if its text changes.
 */
function isNews(before: SeenCredit | null, now: SeenCredit): boolean {
  if (before === null || before.inFull !== now.inFull) return true
  const ofNotes = ({ ids, doubt, notes }: SeenCredit) =>
    creditKey({
      inFull: false,
      outstanding: 0,
      notes,
      ...(isOfFormerRule(before) ? {} : { ids, doubt }),
    })
  return ofNotes(before) !== ofNotes(now)
}

const isNamedNow = (before: SeenCredit | null, now: SeenCredit) =>
  before !== null && before.notes.length === 0 && now.notes.length > 0

const MOST_RANGES = 8

/**
 * Groups the due dates of invoices that are no longer open into a few ranges; dates near each other
 * share a range. Settled invoices are requested by due date, because it is not known whether a
 * payment changes an invoice's lastModified (Fiken reference §11).
 */
export function dueRanges(dates: readonly string[]): { from: string; to: string }[] {
  const sorted = [...new Set(dates)].sort()
  for (let gap = 3; ; gap *= 2) {
    const ranges: { from: string; to: string }[] = []
    for (const date of sorted) {
      const last = ranges.at(-1)
      if (last && daysBetween(last.to, date) <= gap) last.to = date
      else ranges.push({ from: date, to: date })
    }
    if (ranges.length <= MOST_RANGES) return ranges
  }
}

/**
 * Returns the date (yyyy-mm-dd) from which changed invoices are requested, one day earlier than
 * necessary because Fiken's dates have no time zone.
 */
export function changedSince(
  cursor: string,
  followed: readonly Pick<FollowedTransfer, 'known' | 'since'>[],
  dayOf: (at: Date) => string,
): string {
  const unknown = followed
    .filter((transfer) => transfer.known === null)
    .map((transfer) => dayOf(transfer.since))
  const days = [
    ...(cursor ? [cursor] : followed.map((transfer) => dayOf(transfer.since))),
    ...unknown,
  ]
  return addDays(days.sort()[0] ?? cursor, -1)
}
