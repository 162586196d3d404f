import type { CauseCode } from '#shared/causes/index'
import type { BillStage } from '#shared/subscription-status'
import type { FailedStage } from '../documents/failure-policy.ts'

export type BillCause =
  | 'settings_missing'
  | 'recipient_missing'
  | 'contact_unanswered'
  | 'connection_dead'
  | 'bill_differs'
  | 'bill_deleted'
  | 'bill_ending'
  | 'draft_left'
  | 'company_closed'

/**
 * The sentences that tell an administrator why a bill failed or waits. For causes that transfers
 * have too, these replace the transfers' sentences, which are about jobs.
 */
const TEXTS: Partial<Record<BillCause | CauseCode, string>> = {
  settings_missing: 'Innstillingene for fakturering er ikke fullstendige. Kjøringen venter.',
  recipient_missing: 'Kunden mangler navn eller adresse. Den rettes i kundens profil.',
  contact_unanswered:
    'Fiken svarte ikke da kontakten ble opprettet. Vi ser etter den i Fiken, så det ikke blir to.',
  connection_dead:
    'Tilkoblingen til Fiken virker ikke. Koble til Fiken på nytt under Konfigurasjoner; kjøringen fortsetter da.',
  fiken_down: 'Fiken svarer ikke. Vi prøver igjen automatisk.',
  rate_limited: 'Fiken tar ikke imot flere kall akkurat nå. Vi prøver igjen automatisk.',
  bad_answer: 'Fiken svarte noe vi ikke forstår. Vi prøver igjen automatisk.',
  outcome_unknown:
    'Fiken svarte ikke tydelig på det siste kallet. Vi slår opp hva som er gjort før noe sendes igjen.',
  gave_up: 'Det har vært prøvd mange ganger uten å lykkes. Prøv igjen når Fiken svarer.',
  contact_refused: 'Fiken tok ikke imot kontakten. Se over kundens navn, adresse og e-post.',
  draft_refused:
    'Fiken tok ikke imot fakturautkastet. Se over Konfigurer fakturering og kundens adresse, og ved årsskiftet at regnskapsåret er åpent i Fiken, og prøv igjen.',
  invoice_refused: 'Fiken laget ingen faktura av utkastet. Se på utkastet i Fiken.',
  missing_number_series:
    'Selskapet har ikke laget noen faktura i Fiken ennå. Lag den første der, så er fakturanummeret valgt.',
  bank_account_not_verified:
    'Bankkontoen som kunden skal betale til, er ikke bekreftet i Fiken. Bekreft den der, og prøv igjen.',
  fiken_api_module_off:
    'Fiken gir ikke tilgang. Se om API-modulen er slått på for selskapet, og prøv igjen.',
  fiken_no_permission: 'Tilkoblingen til Fiken gir ikke tilgang til selskapet som er valgt.',
  bill_deleted:
    'Utkastet er slettet i Fiken, og det er ingen faktura av det. Prøv igjen lager et nytt.',
  bill_ending:
    'Skal ikke faktureres. Vi ser først etter i Fiken, så det ikke ligger et utkast eller en faktura der.',
  draft_left:
    'Utkastet ligger i Fiken og kan bli fakturert der. Slett det i Fiken, og velg Ikke fakturer på nytt.',
  company_closed:
    'Fakturaen kan ligge i selskapet som laget fakturaene før, og tilkoblingen til Fiken når ikke det selskapet. Koble til med tilgang til det og prøv igjen, eller se etter i Fiken og velg Ikke fakturer.',
  unknown: 'Noe gikk galt hos oss. Det er logget, og kan prøves igjen.',
}

export const billCauseText = (cause: BillCause | CauseCode, fallback = ''): string =>
  TEXTS[cause] ?? (fallback || 'Noe gikk galt. Prøv igjen.')

/** Maps a bill's stage to the transfer stage used by documents/failure-policy.ts. */
export function transferStage(stage: BillStage): FailedStage {
  if (stage === 'prepare') return 'build'
  return stage === 'contact' ? 'match' : stage
}
