import { CAUSES } from '#shared/causes'
import { VENDORS, type Vendor } from '#shared/contracts/connections'
import type { Panel, Stats, SystemStatus } from './dashboard-state.ts'
import { text } from './text.ts'

/** The one sentence on top: what matters most right now, with its button. */
export interface Lead {
  tone: 'ok' | 'wait' | 'bad' | 'info'
  headline: string
  why: string
  step: { label: string; panel: Panel } | { label: string; href: string } | null
}

interface LeadInput {
  stats: Stats
  system: SystemStatus | undefined
  /** Transfers that came to their end today; null when that is not known. */
  today: number | null
}

const NAMES: Record<Vendor, string> = { servicem8: 'ServiceM8', fiken: 'Fiken' }

/**
 * First what is missing or lost, then what needs a person, then what waits, then that all is well. "Not set up yet" is said only to
 * somebody for whom it has never been on. Null until it is known how things are.
 */
export function leadOf({ stats, system, today }: LeadInput): Lead | null {
  if (!system) return null
  const counts = (state: string) => `${state}: ${countsOf(stats, today)}`
  const stalled = (state: string) => counts(stats.failed > 0 ? `${state}. ${text.leadError(stats.failed)}` : state)
  const statusOf = (vendor: Vendor) => (vendor === 'fiken' ? system.fikenStatus : system.servicem8Status)
  const expired = VENDORS.find((vendor) => statusOf(vendor) === 'reauth_required')
  if (expired) {
    const { title, explanation } = CAUSES[`${expired}_grant_dead`]
    return {
      tone: 'bad',
      headline: stalled(title),
      why: explanation,
      step: { label: text.leadApprove(NAMES[expired]), href: `/configuration#${expired}` },
    }
  }
  const gone = VENDORS.find((vendor) => statusOf(vendor) === 'disconnected')
  if (gone && system.everActive) {
    return {
      tone: 'bad',
      headline: stalled(text.leadGone(NAMES[gone])),
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
      step: { label: text.chooseCompany, href: '/configuration#fiken' },
    }
  }
  const silent = stats.notAnswering?.map((vendor) => NAMES[vendor]).join(' og ')
  if (stats.failed > 0) {
    return {
      tone: 'bad',
      headline: counts(text.leadError(stats.failed)),
      why: silent ? `${text.leadErrorWhy} ${text.leadSilent(silent)}. ${text.leadSilentWhy(silent)}` : text.leadErrorWhy,
      step: { label: text.leadErrorButton, panel: 'failed' },
    }
  }
  if (!system.isActive) {
    return {
      tone: 'wait',
      headline: counts(text.leadOff),
      why: text.leadOffWhy,
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
  if (stats.total === 0) return { tone: 'info', headline: text.leadStart, why: text.leadStartWhy, step: null }
  return { tone: 'ok', headline: counts(text.leadFine), why: text.leadFineWhy(stats.successful), step: null }
}

/** "12 jobber overført i dag, 0 venter" */
function countsOf({ pending }: Stats, today: number | null): string {
  return [...(today === null ? [] : [text.transferredToday(today)]), text.nWait(pending)].join(', ')
}
