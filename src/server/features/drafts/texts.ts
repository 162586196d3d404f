import type { Job } from '#clients/servicem8/types'
import type { ReplacedInvoice } from '#shared/credit'
import { formatDate } from '#shared/dates'
import { cut, ELLIPSIS, multiLine, singleLine, split } from './truncate.ts'

export type DescriptionSource = 'invoice_description' | 'work_description' | 'both'

/**
 * The maximum length of the invoice text. Fiken's limit for invoiceText is 500 on a direct invoice
 * and undocumented on a draft; the limit for description and comment is 200.
 */
export const INVOICE_TEXT_LIMIT = 500
export const LINE_TEXT_LIMIT = 200

/**
 * The replacement for a missing line text, because Fiken requires a description and messages need a
 * name.
 */
const NO_TEXT = 'Uten beskrivelse'

interface InvoiceTextInput {
  job: Pick<Job, 'jobDescription' | 'workDoneDescription' | 'jobAddress' | 'completedOn'>
  source: DescriptionSource
  fallbackPlace?: string
  replaces?: Pick<ReplacedInvoice, 'invoiceNumber' | 'creditNoteNumber'> | null
}

/**
 * Returns the invoice text above the lines (rule 6): the order and/or the work done, then the place
 * and date of delivery, which Norwegian sales documents must show (bokføringsforskriften § 5-1-1).
 * The text has at most 500 characters: the description is shortened at a whole word, and the
 * delivery line is kept.
 */
export function invoiceText(input: InvoiceTextInput): string {
  const { description, end } = partsOf(input)
  const shortened = cut(description, roomBefore(end))
  return [shortened, end].filter((part) => part !== '').join('\n\n')
}

export function cutInInvoiceText(input: InvoiceTextInput): { text: boolean; place: boolean } {
  const { description, end, isPlaceCut: place } = partsOf(input)
  return { text: description.length > roomBefore(end), place }
}

function partsOf({ job, source, fallbackPlace = '', replaces = null }: InvoiceTextInput): {
  description: string
  end: string
  isPlaceCut: boolean
} {
  const reason = replaces ? replacesLine(replaces) : ''
  const room = INVOICE_TEXT_LIMIT - (reason === '' ? 0 : reason.length + 2)
  const delivery = deliveryLine(job, fallbackPlace, room)
  const end = [reason, delivery].filter((part) => part !== '').join('\n\n')
  return {
    description: multiLine(describe(job, source)),
    end,
    isPlaceCut: isPlaceCut(job, fallbackPlace, room),
  }
}

const roomBefore = (end: string) => INVOICE_TEXT_LIMIT - (end === '' ? 0 : end.length + 2)

export function replacesLine({
  invoiceNumber,
  creditNoteNumber,
}: Pick<ReplacedInvoice, 'invoiceNumber' | 'creditNoteNumber'>): string {
  const by = creditNoteNumber === '' ? '' : ` med kreditnota ${creditNoteNumber}`
  return `Erstatter faktura ${invoiceNumber}, som er kreditert${by}.`
}

/**
 * Returns the delivery line "Leveringssted: Storgata 1, 0155 Oslo. Leveringsdato: 20.11.2026."
 * Unknown parts are left out, and the place is shortened so that the line has at most `room`
 * characters.
 */
export function deliveryLine(
  job: Pick<Job, 'jobAddress' | 'completedOn'>,
  fallbackPlace: string,
  room: number,
): string {
  const { place, date, roomForPlace } = deliveryOf(job, fallbackPlace, room)
  if (place === '') return date
  // An address field can contain 500 characters. The place is shortened only if it would fill the
  // whole text.
  const shortened = cut(place, roomForPlace)
  return `${PLACE_LABEL}${shortened}${shortened.endsWith(ELLIPSIS) ? '' : '.'}${date ? ` ${date}` : ''}`
}

export function isPlaceCut(...of: Parameters<typeof deliveryLine>): boolean {
  const { place, roomForPlace } = deliveryOf(...of)
  return place.length > roomForPlace
}

const PLACE_LABEL = 'Leveringssted: '

function deliveryOf(...[job, fallbackPlace, room]: Parameters<typeof deliveryLine>) {
  const date = job.completedOn ? `Leveringsdato: ${formatDate(job.completedOn)}.` : ''
  return {
    place: placeOf(job.jobAddress) || placeOf(fallbackPlace),
    date,
    roomForPlace: room - PLACE_LABEL.length - 2 - date.length,
  }
}

function placeOf(address: string): string {
  return address
    .split(/\r?\n/)
    .map((line) => singleLine(line).replace(/[,.]+$/, ''))
    .filter((line) => line !== '')
    .join(', ')
}

export function describe(
  job: Pick<Job, 'jobDescription' | 'workDoneDescription'>,
  source: DescriptionSource,
): string {
  const ordered = job.jobDescription.trim()
  const done = job.workDoneDescription.trim()
  switch (source) {
    case 'invoice_description':
      return ordered
    case 'work_description':
      return done
    case 'both':
      return ordered === done ? ordered : `${ordered}\n\n${done}`
  }
}

interface LineText {
  description: string
  comment?: string
}

export function quotedLine(name: string): string {
  return `«${cut(singleLine(name), 60) || NO_TEXT}»`
}

/**
 * Splits a line's text into Fiken's two fields of 200 characters each: the description takes as
 * many whole words as fit, and the comment takes the rest.
 *
 * @param suffix the original quantity of a line sent with quantity 1; it ends the description and
 * is never shortened
 */
export function lineText(name: string, suffix = ''): LineText {
  const { description, rest } = fieldsOf(name, suffix)
  return rest === '' ? { description } : { description, comment: cut(rest, LINE_TEXT_LIMIT) }
}

export function isLineTextCut(name: string, suffix = ''): boolean {
  return fieldsOf(name, suffix).rest.length > LINE_TEXT_LIMIT
}

function fieldsOf(name: string, suffix: string): { description: string; rest: string } {
  const text = singleLine(name) || NO_TEXT
  const tail = suffix === '' ? '' : ` ${suffix}`
  const { head, rest } = split(text, LINE_TEXT_LIMIT - tail.length)
  return { description: head + tail, rest }
}

/**
 * Returns "#1085" for a job with that number, or the end of the uuid when the job has no number.
 */
export const jobReference = ({ number, uuid }: Pick<Job, 'number' | 'uuid'>): string =>
  `#${number.trim() || uuid.slice(-8)}`
