import { VENDOR_NAMES } from '#shared/access/vendor-names'
import { CAUSES, type RemedyQuestion, type CauseCode } from '#shared/causes/index'
import { VENDORS, type Vendor } from '#shared/contracts/connections'
import type { Panel, Stats, SystemStatus } from './dashboard-state.ts'
import { text } from './text.ts'

export interface Lead {
  tone: 'ok' | 'wait' | 'bad' | 'info'
  headline: string
  why: string
  step:
    | { label: string; panel: Panel }
    | { label: string; href: string; asks?: RemedyQuestion; cause?: CauseCode }
    | null
}

interface LeadInput {
  stats: Stats
  /** The number of pending jobs that wait for a collective draft and need no action. */
  waitingForSet: number
  system: SystemStatus | undefined
  today: number | null
  /** The number of completed jobs that wait for approval in ServiceM8; 0 if none is required. */
  unapproved: number
  said: readonly Vendor[]
  /** True where a banner below offers to approve an access that ends now. */
  saidBelow?: boolean
}

/**
 * Returns the main message: what is missing or lost, what needs the user, what is waiting, or that
 * all is well. "Not set up yet" is used only if the integration has never been on. Returns null
 * until the data is loaded.
 */
export function leadOf({
  stats: { pending, ...others },
  waitingForSet,
  system,
  today,
  unapproved,
  said,
  saidBelow = false,
}: LeadInput): Lead | null {
  if (!system) return null
  const stats = { ...others, pending: Math.max(0, pending - waitingForSet) }
  const { jobFetchType, invoiceCreationMode } = system
  const counts = (state: string, aboutJobs = false) =>
    `${state}. ${countsOf(stats, today, aboutJobs)}`.trimEnd()
  const stalled = (state: string) =>
    stats.failed > 0 ? counts(`${state}. ${text.leadError(stats.failed)}`, true) : counts(state)
  const silent = stats.notAnswering?.map((vendor) => VENDOR_NAMES[vendor]).join(' og ')
  const failedLead = (): Lead => ({
    tone: 'bad',
    headline: counts(text.leadError(stats.failed), true),
    why: silent
      ? `${text.leadErrorWhy} ${text.leadSilent(silent)}. ${text.leadSilentWhy(silent)}`
      : text.leadErrorWhy,
    step: { label: text.leadErrorButton, panel: 'failed' },
  })
  const statusOf = (vendor: Vendor) =>
    vendor === 'fiken' ? system.fikenStatus : system.servicem8Status
  const expired = VENDORS.find((vendor) => statusOf(vendor) === 'reauth_required')
  if (expired && said.includes(expired)) return stats.failed > 0 ? failedLead() : null
  if (expired) {
    const { title, explanation } = CAUSES[`${expired}_grant_dead`]
    if (saidBelow)
      return { tone: 'bad', headline: stalled(title), why: text.leadGoneWhy, step: null }
    return {
      tone: 'bad',
      headline: stalled(title),
      why: explanation,
      step: {
        label: text.leadApprove(VENDOR_NAMES[expired]),
        href: `/configuration#${expired}`,
        asks: expired,
        cause: `${expired}_grant_dead`,
      },
    }
  }
  const gone = VENDORS.find((vendor) => statusOf(vendor) === 'disconnected')
  if (gone && system.everActive) {
    return {
      tone: 'bad',
      headline: stalled(text.leadGone(VENDOR_NAMES[gone])),
      why: text.leadGoneWhy,
      step: { label: text.connect, href: `/configuration#${gone}` },
    }
  }
  if (gone || (system.needsCompany && !system.everActive)) {
    return {
      tone: 'info',
      headline: text.leadSetUp,
      why: text.leadSetUpWhy,
      step: { label: text.leadSetUpButton, href: '/configuration' },
    }
  }
  if (system.needsCompany) {
    return {
      tone: 'wait',
      headline: stalled(text.leadPaused),
      why: text.leadPausedWhy,
      step: {
        label: text.chooseCompany,
        href: '/configuration#fiken',
        asks: 'fiken',
        cause: 'no_company',
      },
    }
  }
  if (stats.failed > 0) return failedLead()
  if (!system.isActive) {
    return {
      tone: 'wait',
      headline: counts(text.leadOff),
      why: text.leadOffWhy(jobFetchType),
      step: { label: text.switchOn, href: '/configuration#integrasjon' },
    }
  }
  if (stats.pending > 0) {
    return {
      tone: 'wait',
      headline: counts(silent ? text.leadSilent(silent) : text.leadWaiting),
      why: silent ? text.leadSilentWhy(silent) : text.leadWaitingWhy,
      step: { label: text.leadWaitingButton, panel: 'pending' },
    }
  }
  if (unapproved > 0 && stats.total === 0) {
    return {
      tone: 'info',
      headline: `${text.unapproved.title(unapproved)}.`,
      why: text.unapproved.leadWhy(unapproved, invoiceCreationMode),
      step: null,
    }
  }
  if (stats.total === 0)
    return {
      tone: 'info',
      headline: text.leadStart,
      why: text.leadStartWhy(jobFetchType, invoiceCreationMode),
      step: null,
    }
  return {
    tone: 'ok',
    headline:
      today === 0 && unapproved === 0 && waitingForSet === 0
        ? `${text.leadFine}. ${text.noneToday}.`
        : counts(text.leadFine),
    why: text.leadFineWhy(stats.successful),
    step: null,
  }
}

function countsOf({ pending }: Stats, today: number | null, jobsAreMeant: boolean): string {
  const parts = [
    ...(today === null ? [] : [text.transferredToday(today, jobsAreMeant)]),
    ...(pending > 0 ? [text.nWait(pending)] : []),
  ]
  return parts.length > 0 ? `${parts.join(', ')}.` : ''
}
