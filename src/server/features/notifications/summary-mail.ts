import { causeOf } from '#shared/causes/index'
import { addDays, formatDate } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { renderMail, type Block } from '../../platform/mail-template.ts'
import type { Mail } from '../../platform/mail.ts'
import { greeting, switchOff, transferCount, whyUnnamed, type Reader } from './mail-words.ts'
import type { Sum, WeekFacts } from './summary-store.ts'

/**
 * Returns the Monday mail about the previous week, or null when nothing happened and nothing waits
 * for the user.
 * @param monday the date on which the mail is sent, yyyy-mm-dd
 */
export function summaryMail(
  reader: Reader,
  monday: string,
  { transferred, waiting, failed }: WeekFacts,
): Mail | null {
  const failures = failed.reduce((sum, { count }) => sum + count, 0)
  if (transferred.count + waiting.count + failures === 0) return null
  const week = `${formatDate(addDays(monday, -7))}–${formatDate(addDays(monday, -1))}`
  const figures = [
    ['Overført til Fiken', sumText(reader, transferred)],
    ['Venter nå', sumText(reader, waiting)],
    ['Feilet og ikke ordnet', failures === 0 ? 'Ingen' : String(failures)],
  ] as const
  return {
    to: reader.email,
    subject: `Uken i Fakturabro: ${transferred.count} overført, ${waiting.count} venter, ${failures} feilet`,
    ...renderMail({
      blocks: [
        greeting(reader),
        `Slik gikk uken ${week}:`,
        { figures },
        ...whatFailed(failed),
        ...whyUnnamed(reader),
        { button: next(reader, failures) },
      ],
      footer: switchOff(reader),
    }),
  }
}

function sumText({ confirmed }: Reader, { count, amount }: Sum): string {
  if (count === 0) return 'Ingen'
  return confirmed ? `${count} (${formatKroner(amount)})` : String(count)
}

function whatFailed(failed: WeekFacts['failed']): Block[] {
  if (failed.length === 0) return []
  return [
    'Dette må du ordne:',
    { list: failed.map(({ cause, count }) => `${causeOf(cause).title}: ${transferCount(count)}`) },
  ]
}

function next({ publicUrl }: Reader, failures: number): { text: string; href: string } {
  return failures > 0
    ? { text: 'Se hva som feilet', href: `${publicUrl}/transfers?status=failed` }
    : { text: 'Se overføringene', href: `${publicUrl}/transfers` }
}
