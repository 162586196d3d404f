import type { CreditNote, Invoice } from '#clients/fiken/types'
import { creditedOf, isOfFormerRule, type Credited, type SeenCredit } from '#shared/credit'
import { formatDate } from '#shared/dates'
import { formatKroner } from '#shared/money'

export type NotesById = ReadonlyMap<number, CreditNote>

export const notesById = (notes: Iterable<CreditNote>): NotesById =>
  new Map([...notes].map((note) => [note.creditNoteId, note]))

export function creditOf(
  invoice: Invoice,
  notes: NotesById,
  known: SeenCredit | null,
): { credited: Credited; seen: SeenCredit | null } {
  const own = notesOf(invoice, notes, known)
  const credited = creditedOf(
    invoice,
    own.map(({ id, gross }) => ({ creditNoteId: id, gross })),
  )
  if (invoice.creditNotes.length === 0) return { credited, seen: null }
  const seen: SeenCredit = {
    inFull: credited.inFull,
    outstanding: invoice.outstanding,
    ids: invoice.creditNotes.toSorted((one, other) => one - other),
    ...(credited.doubt === null ? {} : { doubt: credited.doubt }),
    notes: own,
  }
  return { credited, seen }
}

type NoteWithId = SeenCredit['notes'][number] & { id: number }

/** Returns an invoice's credit notes, oldest first, without notes that refer to another invoice. */
function notesOf(invoice: Invoice, notes: NotesById, known: SeenCredit | null): NoteWithId[] {
  const before = new Map(
    (known?.notes ?? []).flatMap((note) =>
      note.id === undefined ? [] : [[note.id, { ...note, id: note.id }] as const],
    ),
  )
  const own = [...new Set(invoice.creditNotes)].flatMap((id): NoteWithId[] => {
    const read = notes.get(id)
    if (!read) return [before.get(id) ?? []].flat()
    if (read.invoiceId !== null && read.invoiceId !== invoice.invoiceId) return []
    const { creditNoteNumber: number, issueDate: date, gross } = read
    return [{ id, number, date, gross: Math.abs(gross) }]
  })
  return own.sort((one, other) => one.date.localeCompare(other.date) || one.id - other.id)
}

/** Returns true if the invoice's credit notes must be read, because some are not known yet. */
export function asksForNotes({ creditNotes }: Invoice, known: SeenCredit | null): boolean {
  if (creditNotes.length === 0) return false
  if (known === null || !known.ids || known.notes.length < known.ids.length) return true
  const ids = new Set(known.ids)
  return creditNotes.some((id) => !ids.has(id))
}

/**
 * Returns true if the credited amount is uncertain; the invoice is then read again, even if it is
 * settled.
 */
export const isUnread = (credit: SeenCredit | null): boolean =>
  credit !== null && (isOfFormerRule(credit) || credit.doubt !== undefined)

export function creditText({ inFull, doubt, notes }: SeenCredit): string {
  const named = notes
    .map(({ number, date }) => `kreditnota ${number} av ${formatDate(date)}`)
    .join(', ')
  const by = named === '' ? '' : ` (${named})`
  if (doubt === 'notes') return `Kreditert i Fiken${by}. Det er ikke kjent ennå hvor mye.`
  if (inFull) return `Kreditert i Fiken${by}`
  const sum = notes.reduce((all, { gross }) => all + gross, 0)
  return `Delvis kreditert i Fiken${sum > 0 ? `: ${formatKroner(sum)}` : ''}${by}`
}
