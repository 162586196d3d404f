import { causeOf, type Cause, type CauseCode } from '#shared/causes/index'
import { jobCount, kronerOf, leftOutOf, type JobSum } from '#shared/needs/job-sum'
import { formatKroner } from '#shared/money'
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
import { isOutage } from './notification-plan.ts'
import type { StandingStill, StoppedTransfer } from './standing-store.ts'

export interface FailureFacts extends StandingStill {
  cause: CauseCode
  queued: number
  /** All that needs the user, whatever the cause. */
  needs: JobSum
  bills: number
}

export function failureMail(reader: Reader, facts: FailureFacts): Mail {
  const cause = causeOf(facts.cause)
  const outage = isOutage(facts.cause)
  // During an outage, all transfers in the queue wait for the vendor.
  const waiting = outage
    ? Math.max(facts.queued, facts.count)
    : cause.kind === 'grant'
      ? facts.queued + facts.count
      : facts.count
  return {
    to: reader.email,
    subject: waiting > 0 ? `${cause.title} – ${transferCount(waiting)} venter` : cause.title,
    ...renderMail({
      blocks: [
        ...greeting(reader),
        `${cause.title}. ${cause.explanation}`,
        ...(outage ? [STILL_TRYING] : []),
        ...howMany(reader, cause, waiting, facts.needs),
        ...(facts.bills > 0 ? [waitingBills(facts.bills)] : []),
        ...examples(reader, facts),
        ...whyUnnamed(reader),
        { button: fixLink(reader, cause, facts) },
        outage
          ? 'Du får ikke flere e-poster om dette, med mindre vi må gi opp.'
          : 'Du får ikke flere e-poster om dette før det er ordnet, selv om flere overføringer skulle stoppe av samme grunn.',
      ],
      footer: switchOff(reader),
    }),
  }
}

const STILL_TRYING =
  'Slik har det vært i over et døgn. Vi fortsetter å prøve, og alt overføres av seg selv når tjenesten svarer igjen. Du trenger ikke gjøre noe, og ingenting blir sendt to ganger.'

/** The number that wait because of this, and all that need the user, if that is more. */
function howMany(reader: Reader, cause: Cause, waiting: number, needs: JobSum): string[] {
  const grant = cause.kind === 'grant' || cause.kind === 'passing'
  if (waiting === 0) {
    const none = grant
      ? 'Ingen overføringer venter akkurat nå, men nye jobber blir liggende til det er ordnet.'
      : 'Ingen overføringer venter akkurat nå.'
    return [none, ...allThatNeeds(reader, needs)]
  }
  const verb = `${capital(transferCount(waiting))} venter`
  if (grant) return [`${verb} på det.`, ...allThatNeeds(reader, needs)]
  return needs.count === waiting
    ? [withSum(reader, `${verb} på deg`, needs)]
    : [`${verb} på deg.`, ...allThatNeeds(reader, needs)]
}

const allThatNeeds = (reader: Reader, needs: JobSum): string[] =>
  needs.count > 0 ? [withSum(reader, `I alt trenger ${jobCount(needs.count)} deg`, needs)] : []

function withSum({ confirmed }: Reader, words: string, sum: JobSum): string {
  if (!confirmed) return `${words}.`
  const said = [words, kronerOf(sum)].filter(Boolean).join(', ')
  return [`${said}.`, leftOutOf(sum)].filter(Boolean).join(' ')
}

const waitingBills = (count: number): string =>
  `${count === 1 ? 'Én faktura' : `${count} fakturaer`} til kundene av Fakturabro venter også på det.`

function examples({ confirmed }: Reader, { examples: found, count }: StandingStill): Block[] {
  if (found.length === 0) return []
  const more = count - found.length
  const lines = found.map((one) => (confirmed ? lineOf(one) : `Jobb #${one.jobNumber}`))
  return [{ list: [...lines, ...(more > 0 ? [`og ${more} til`] : [])] }]
}

function lineOf({ jobNumber, customerName, amount }: StoppedTransfer): string {
  return [`Jobb #${jobNumber}`, customerName, amount === null ? null : formatKroner(amount)]
    .filter(Boolean)
    .join(', ')
}

function fixLink(
  reader: Reader,
  cause: Cause,
  { examples: [only], count }: StandingStill,
): { text: string; href: string } {
  if ('href' in cause.remedy)
    return { text: cause.remedy.label, href: screenAt(reader, cause.remedy.href) }
  if (cause.kind === 'passing')
    return {
      text: 'Se overføringene som venter',
      href: screenAt(reader, '/transfers?status=pending%2Cqueued'),
    }
  if (only && count === 1)
    return {
      text: 'Se overføringen og ordne den',
      href: screenAt(reader, `/transfers?jobb=${only.id}`),
    }
  const status = cause.remedy.action === 'choose_customer' ? 'pending%2Cqueued' : 'failed'
  return {
    text: 'Se overføringene og ordne dem',
    href: screenAt(reader, `/transfers?status=${status}`),
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
