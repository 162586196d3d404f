import { causeOf, type CauseCode } from '#shared/causes'
import type { ReconciliationAnswer } from '#shared/contracts/reconciliation'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/read-configuration.ts'
import { connectionsOf } from '../connections/read-connections.ts'

export type Obstacle = NonNullable<ReconciliationAnswer['obstacle']> & { code: string }

/** Why no check can be made now; null when it can. */
export async function obstacleOf(platform: Platform, userId: string): Promise<Obstacle | null> {
  const { servicem8, fiken } = await connectionsOf(platform.db, userId)
  if (servicem8?.status === 'reauth_required') return ofCause('servicem8_grant_dead')
  if (servicem8?.status !== 'connected') return notConnected('ServiceM8', 'servicem8')
  if (fiken?.status === 'reauth_required') return ofCause('fiken_grant_dead')
  if (fiken?.status !== 'connected') return notConnected('Fiken', 'fiken')
  const { fikenCompanySlug, requiresCompanySelection } = await configurationOf(platform.db, userId)
  return !fikenCompanySlug || requiresCompanySelection ? ofCause('no_company') : null
}

/** How a check ended that did not come to its end. */
export function ofCause(code: CauseCode): Obstacle {
  const { title, explanation, mend } = causeOf(code)
  // A check has neither draft nor job to open; it is simply made again.
  return 'href' in mend
    ? { code, title, explanation, label: mend.label, href: mend.href }
    : { code, title, explanation: EXPLAINED[code] ?? explanation, label: 'Sjekk på nytt', href: null }
}

/** Where the cause speaks of a transfer. */
const EXPLAINED: Partial<Record<CauseCode, string>> = {
  fiken_down: 'Fiken er nede eller svært treg, så måneden kunne ikke sjekkes. Prøv igjen om litt.',
  servicem8_down: 'ServiceM8 er nede eller svært treg, så måneden kunne ikke sjekkes. Prøv igjen om litt.',
  rate_limited: 'Det tillatte antallet forespørsler er brukt opp for en stund. Prøv igjen om litt.',
  gave_up: 'Tjenesten svarte ikke, så måneden kunne ikke sjekkes. Prøv igjen om litt.',
  unknown: 'Feilen er hos oss og er logget. Ingenting er endret. Prøv igjen.',
}

function notConnected(system: string, vendor: 'servicem8' | 'fiken'): Obstacle {
  return {
    code: `authorize_${vendor}`,
    title: `${system} er ikke koblet til`,
    explanation: `Avstemmingen leser jobbene i ServiceM8 og utkastene og fakturaene i Fiken. Koble til ${system} først.`,
    label: `Koble til ${system}`,
    href: `/configuration#${vendor}`,
  }
}
