import { causeOf } from '#shared/causes/index'
import { addDays, formatDate } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { kronerOf, leftOutOf, type JobSum } from '#shared/needs/job-sum'
import { renderMail, type Block } from '../../platform/mail-template.ts'
import type { Mail } from '../../platform/mail.ts'
import {
  greeting,
  screenAt,
  switchOff,
  transferCount,
  whyUnnamed,
  type Reader,
} from './mail-words.ts'
import type { Sum, WeekFacts } from './summary-store.ts'

/**
 * Returns the Monday mail about the previous week, or null when nothing happened and nothing waits
 * for the user.
 * @param monday the date on which the mail is sent, yyyy-mm-dd
 */
export function summaryMail(
  reader: Reader,
  monday: string,
  { transferred, waiting, needs, causes }: WeekFacts,
): Mail | null {
  if (transferred.count + waiting.count + needs.count === 0) return null
  const week = `${formatDate(addDays(monday, -7))}–${formatDate(addDays(monday, -1))}`
  const figures = [
    ['Overført til Fiken', sumText(reader, transferred)],
    ['Venter nå', sumText(reader, waiting)],
    ['Trenger deg', needsText(reader, needs)],
  ] as const
  return {
    to: reader.email,
    subject: `Uken i Fakturabro: ${transferred.count} overført, ${waiting.count} venter, ${needs.count} trenger deg`,
    ...renderMail({
      blocks: [
        ...greeting(reader),
        `Slik gikk uken ${week}:`,
        { figures },
        ...whatNeeds(reader, needs, causes),
        ...whyUnnamed(reader),
        { button: next(reader, needs.count) },
      ],
      footer: switchOff(reader),
    }),
  }
}

function sumText({ confirmed }: Reader, { count, amount }: Sum): string {
  if (count === 0) return 'Ingen'
  return confirmed ? `${count} (${formatKroner(amount)})` : String(count)
}

function needsText({ confirmed }: Reader, needs: JobSum): string {
  if (needs.count === 0) return 'Ingen'
  const kroner = confirmed && kronerOf(needs)
  return kroner ? `${needs.count} (${kroner})` : String(needs.count)
}

function whatNeeds({ confirmed }: Reader, needs: JobSum, causes: WeekFacts['causes']): Block[] {
  if (causes.length === 0) return []
  const leftOut = confirmed && leftOutOf(needs)
  return [
    ...(leftOut ? [leftOut] : []),
    'Dette må du ordne:',
    { list: causes.map(({ cause, count }) => `${titleOf(cause)}: ${transferCount(count)}`) },
  ]
}

const titleOf = (cause: WeekFacts['causes'][number]['cause']): string =>
  cause === 'deposit_credited' ? 'Forskuddet er kreditert i Fiken' : causeOf(cause).title

function next(reader: Reader, needing: number): { text: string; href: string } {
  return needing > 0
    ? { text: 'Se hva som trenger deg', href: screenAt(reader, '/transfers?status=act') }
    : { text: 'Se overføringene', href: screenAt(reader, '/transfers') }
}
