import { contentOfSent } from '#clients/fiken/drafts'
import { comparableLines } from '#clients/fiken/parse'
import type { DraftContent, InvoiceDraft, NewDraft } from '#clients/fiken/types'
import { pricedLinesOf, roundingBetween } from './totals-check.ts'
import type { SentDraft } from './sent-draft.ts'

const NAMES = [
  ['customerId', 'mottakeren'],
  ['lines', 'linjene'],
  ['invoiceText', 'fakturateksten'],
  ['issueDate', 'fakturadatoen'],
  ['daysUntilDueDate', 'forfallet'],
  ['yourReference', 'deres referanse'],
  ['ourReference', 'vår referanse'],
  ['orderReference', 'bestillingsnummeret'],
  ['bankAccountNumber', 'bankkontoen'],
  ['currency', 'valutaen'],
  ['attachments', 'vedleggene'],
] as const satisfies readonly (readonly [keyof DraftContent, string])[]

/**
 * Returns, in Norwegian, what the user has changed in Fiken since we checked the draft; empty when
 * nothing has changed. Compares with the content that we read back at the check, because Fiken
 * fills in fields that the sent draft left out.
 */
export function changesOf(
  record: Pick<SentDraft, 'sent' | 'net' | 'gross' | 'seen'>,
  now: InvoiceDraft,
): string[] {
  const { seen, sent, net, gross } = record
  if (seen)
    return NAMES.filter(([key]) => !same(seen[key] ?? '', now.content[key] ?? '')).map(
      ([, name]) => name,
    )
  // A draft without stored content is compared only in fields that Fiken never fills in.
  const found: string[] = []
  if (now.customerId !== sent.customerId) found.push('mottakeren')
  const sameSums = now.net === net && now.gross === gross && now.lineCount === sent.lines.length
  // Fiken can round sums differently from us; if the lines are equal, such a difference is not a
  // change.
  const rounded =
    hasLinesOf(sent, now.content) &&
    roundingBetween({ net, gross }, now, pricedLinesOf(sent.lines)) !== null
  if (!sameSums && !rounded) found.push('linjene')
  if (now.content.invoiceText !== (sent.invoiceText ?? '').trim()) found.push('fakturateksten')
  return found
}

/** Returns true if the draft in Fiken has our recipient and our lines, regardless of its sums. */
export function isAsSent(sent: NewDraft, there: DraftContent): boolean {
  return there.customerId === sent.customerId && hasLinesOf(sent, there)
}

function hasLinesOf(sent: NewDraft, there: DraftContent): boolean {
  return same(comparableLines(contentOfSent(sent)), comparableLines(there))
}

/** The fields that Fiken fills in when a draft leaves them out (Fiken reference §8). */
const FILLED_IN = [
  'invoiceText',
  'yourReference',
  'bankAccountNumber',
] as const satisfies readonly (keyof DraftContent)[]

/**
 * Returns, in Norwegian, how a draft in Fiken differs from the draft that we would send; empty when
 * there is no difference. Ignores fields that we leave out and Fiken fills in.
 * @param options.anyDate when true, ignores the issue date, since a draft sent yesterday is still
 * the same draft
 */
export function differencesFrom(
  sent: NewDraft,
  there: DraftContent,
  { anyDate }: { anyDate: boolean },
): string[] {
  const ours = contentOfSent(sent)
  const differ = NAMES.filter(([key]) => {
    if (key === 'lines') return !hasLinesOf(sent, there)
    if (anyDate && key === 'issueDate') return false
    if (ours[key] === '' && FILLED_IN.some((field) => field === key)) return false
    return spaced(ours[key] ?? '') !== spaced(there[key] ?? '')
  })
  return differ.map(([, name]) => name)
}

function spaced(value: string | number | null): string {
  return String(value).replaceAll(/\s+/g, ' ').trim()
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Returns, in Norwegian, what others have changed in Fiken. Ignores a change by our own "Oppdater
 * utkast" request whose response was lost.
 */
export function changesByOthers(
  record: Pick<SentDraft, 'sent' | 'net' | 'gross' | 'seen' | 'attempted'>,
  now: InvoiceDraft,
): string[] {
  const { attempted } = record
  return attempted && changesOf(attempted, now).length === 0 ? [] : changesOf(record, now)
}
