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

/** First what is missing, then what needs a person, then what waits, then that all is well. Null until it is known how things are. */
export function leadOf({ stats, system, today }: LeadInput): Lead | null {
  if (!system) return null
  if (!system.servicem8Connected || !system.fikenConnected) {
    return {
      tone: 'info',
      headline: text.leadSetUp,
      why: text.leadSetUpWhy,
      step: { label: text.leadSetUpButton, href: '/configuration' },
    }
  }
  const counts = (state: string) => `${state}: ${countsOf(stats, today)}`
  if (stats.failed > 0) {
    return {
      tone: 'bad',
      headline: counts(text.leadError(stats.failed)),
      why: text.leadErrorWhy,
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
      headline: counts(text.leadWaiting),
      why: text.leadWaitingWhy,
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
