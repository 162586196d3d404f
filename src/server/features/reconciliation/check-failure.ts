import { causeOf, type CauseCode } from '#shared/causes/index'
import type { ReconciliationAnswer } from '#shared/contracts/reconciliation'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/queries.ts'
import { connectionsOf } from '../connections/queries.ts'

export type CheckFailure = NonNullable<ReconciliationAnswer['failure']> & { code: string }

export async function whyNoCheck(
  platform: Platform,
  companyId: string,
): Promise<CheckFailure | null> {
  const { servicem8, fiken } = await connectionsOf(platform.db, companyId)
  if (servicem8?.status === 'reauth_required') return failureOfCause('servicem8_grant_dead')
  if (servicem8?.status !== 'connected') return notConnected('ServiceM8', 'servicem8')
  if (fiken?.status === 'reauth_required') return failureOfCause('fiken_grant_dead')
  if (fiken?.status !== 'connected') return notConnected('Fiken', 'fiken')
  const { fikenCompanySlug, requiresCompanySelection } = await configurationOf(
    platform.db,
    companyId,
  )
  return !fikenCompanySlug || requiresCompanySelection ? failureOfCause('no_company') : null
}

export function failureOfCause(code: CauseCode): CheckFailure {
  const { title, explanation, remedy } = causeOf(code)
  // A check has neither a draft nor a job to open; the user simply repeats it.
  return 'href' in remedy
    ? { code, title, explanation, label: remedy.label, href: remedy.href }
    : {
        code,
        title,
        explanation: EXPLAINED[code] ?? explanation,
        label: 'Sjekk på nytt',
        href: null,
      }
}

const EXPLAINED: Partial<Record<CauseCode, string>> = {
  fiken_down: 'Fiken er nede eller svært treg, så måneden kunne ikke sjekkes. Prøv igjen om litt.',
  servicem8_down:
    'ServiceM8 er nede eller svært treg, så måneden kunne ikke sjekkes. Prøv igjen om litt.',
  rate_limited: 'Det tillatte antallet forespørsler er brukt opp for en stund. Prøv igjen om litt.',
  gave_up: 'Tjenesten svarte ikke, så måneden kunne ikke sjekkes. Prøv igjen om litt.',
  unknown: 'Feilen er hos oss og er logget. Ingenting er endret. Prøv igjen.',
}

function notConnected(system: string, vendor: 'servicem8' | 'fiken'): CheckFailure {
  return {
    code: `authorize_${vendor}`,
    title: `${system} er ikke koblet til`,
    explanation: `Avstemmingen leser jobbene i ServiceM8 og utkastene og fakturaene i Fiken. ${system} må kobles til først.`,
    label: `Koble til ${system}`,
    href: `/configuration#${vendor}`,
  }
}
