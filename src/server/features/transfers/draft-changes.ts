import type { DraftContent, InvoiceDraft } from '#clients/fiken/types'
import type { FikenOutcome } from './snapshot.ts'

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
  ['attachments', 'vedleggene'],
] as const satisfies readonly (readonly [keyof DraftContent, string])[]

/**
 * What a person has changed in Fiken since we checked the draft, in Norwegian; empty = it is as we left it. Compared with what was read
 * back then rather than with what was sent, because Fiken fills in what a draft leaves out.
 */
export function changesOf(outcome: Pick<FikenOutcome, 'sent' | 'net' | 'gross' | 'seen'>, now: InvoiceDraft): string[] {
  const { seen, sent, net, gross } = outcome
  if (seen) return NAMES.filter(([key]) => !same(seen[key], now.content[key])).map(([, name]) => name)
  // A draft from before its reading was kept: what Fiken never fills in itself.
  const found: string[] = []
  if (now.customerId !== sent.customerId) found.push('mottakeren')
  if (now.net !== net || now.gross !== gross || now.lineCount !== sent.lines.length) found.push('linjene')
  if (now.content.invoiceText !== (sent.invoiceText ?? '').trim()) found.push('fakturateksten')
  return found
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** As changesOf, but what we were about to write ourselves ("Oppdater utkast", its answer lost) is no stranger's. */
export function changesByOthers(
  outcome: Pick<FikenOutcome, 'sent' | 'net' | 'gross' | 'seen' | 'attempted'>,
  now: InvoiceDraft,
): string[] {
  const { attempted } = outcome
  return attempted && changesOf(attempted, now).length === 0 ? [] : changesOf(outcome, now)
}
