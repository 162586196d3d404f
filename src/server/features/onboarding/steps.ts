import type { JobFetchType } from '#shared/contracts/configuration'
import type { ConnectionStatus } from '#shared/contracts/connections'
import { SETUP_STEPS, type SetupStep, type SetupStepId } from '#shared/contracts/onboarding'
import { formatDate, formatMonth } from '#shared/dates'
import { formatMonthlyPrice } from '#shared/money'
import { formatBankAccountNumber } from '#shared/norwegian'
import type { ActivationPrice } from '../billing/subscriptions/own-subscription.ts'

export interface SetupFacts {
  servicem8: { status: ConnectionStatus; name: string | null }
  fiken: { status: ConnectionStatus; name: string | null }
  /**
   * The chosen company's name; null when no company is chosen, or when the company must be
   * confirmed after Fiken has been connected again.
   */
  company: string | null
  mode: 'draft' | 'invoice'
  bankAccount: { chosen: string | null; usable: number }
  openRates: readonly { taxRateUuid: string; name: string }[]
  /** True when the latest trial transfer found no problem; undefined when no trial was run. */
  trial: boolean | undefined
  isActive: boolean
  jobFetchType: JobFetchType
  price: ActivationPrice
  /**
   * The number of jobs completed while the integration was off; the user decides about these jobs
   * when switching the integration on.
   */
  waiting: number
}

const RUNS: Record<JobFetchType, string> = {
  awaiting_payment: 'Godkjente jobber overføres av seg selv.',
  completed: 'Fullførte jobber overføres av seg selv.',
}

interface Standing {
  title: string
  done: boolean
  reason: string
  more?: string
  needs: readonly SetupStepId[]
}

export function setupSteps(facts: SetupFacts): SetupStep[] {
  const standing: Record<SetupStepId, Standing> = {
    servicem8: connection('ServiceM8', facts.servicem8, 'Jobbene dine hentes derfra.'),
    fiken: connection('Fiken', facts.fiken, 'Jobbene blir til utkast eller fakturaer der.'),
    company: {
      title: 'Velg selskap',
      done: facts.company !== null,
      reason:
        facts.company === null
          ? 'Velg hvilket selskap i Fiken jobbene skal overføres til.'
          : facts.company,
      needs: ['fiken'],
    },
    bank_account: { title: 'Bankkonto', needs: ['company'], ...bankAccount(facts) },
    vat: {
      title: 'MVA og kontoer',
      done: facts.openRates.length === 0,
      reason:
        facts.openRates.length === 0
          ? 'Ingen jobb bruker en sats som må velges.'
          : `Jobber med disse satsene stopper til det er valgt: ${facts.openRates.map(({ name }) => name).join(', ')}.`,
      needs: ['servicem8', 'company'],
    },
    trial: {
      title: 'Prøveoverføring',
      done: facts.trial === true,
      reason: trialReason(facts.trial, facts.mode),
      needs: ['servicem8', 'company'],
    },
    activate: {
      title: 'Slå på',
      done: facts.isActive,
      ...(facts.isActive ? { reason: RUNS[facts.jobFetchType] } : beforeActivation(facts)),
      // Unusable VAT rates do not prevent activation: they affect only the jobs that use them,
      // those jobs show the problem, and many accounts have rates that no job uses.
      needs: ['servicem8', 'company', 'bank_account'],
    },
  }
  // A step counts as done only when all required steps are done. A company does not count, for
  // example, when Fiken is no longer connected.
  const done = new Set<SetupStepId>()
  for (const id of SETUP_STEPS)
    if (standing[id].done && standing[id].needs.every((need) => done.has(need))) done.add(id)
  return SETUP_STEPS.map((id) => {
    const { title, reason, more, needs } = standing[id]
    const missing = needs.filter((need) => !done.has(need))
    if (done.has(id)) return { id, title, state: 'done', reason }
    if (missing.length === 0)
      return { id, title, state: 'open', reason, ...(more === undefined ? {} : { more }) }
    return {
      id,
      title,
      state: 'locked',
      reason: `Først: ${missing.map((need) => standing[need].title).join(', ')}.`,
    }
  })
}

function connection(system: string, { status, name }: SetupFacts['fiken'], why: string): Standing {
  const reasons = {
    connected: name ?? 'Tilkoblet.',
    disconnected: `${why} Du godkjenner hos ${system}; vi ser aldri passordet ditt.`,
    reauth_required: `Tilgangen er utløpt. Godkjenn på nytt hos ${system}.`,
  }
  return {
    title: `Koble til ${system}`,
    done: status === 'connected',
    reason: reasons[status],
    needs: [],
  }
}

/**
 * Describes the bank account step. Only an invoice must show an account; a draft may use Fiken's
 * default account (rule 6).
 */
function bankAccount({
  mode,
  bankAccount: { chosen, usable },
}: SetupFacts): Pick<Standing, 'done' | 'reason'> {
  if (chosen !== null)
    return { done: true, reason: `Kunden betaler til ${formatBankAccountNumber(chosen)}.` }
  if (usable === 0) {
    return {
      done: false,
      reason:
        'Selskapet har ingen bankkonto med kontonummer. Legg den inn i Fiken, så finner vi den.',
    }
  }
  if (mode === 'invoice')
    return { done: false, reason: 'Velg kontoen som fakturaene skal betales til.' }
  return { done: true, reason: 'Fikens standardkonto brukes.' }
}

function trialReason(trial: boolean | undefined, mode: SetupFacts['mode']): string {
  const invoice = mode === 'invoice'
  if (trial === true)
    return `Den siste fullførte jobben ville blitt ${invoice ? 'en riktig faktura' : 'et riktig utkast'}.`
  if (trial === false) return 'Forrige prøve fant noe som må ordnes. Prøv igjen når det er gjort.'
  return `Se ${invoice ? 'fakturaen slik den' : 'utkastet slik det'} ville blitt for den siste fullførte jobben. Ingenting sendes.`
}

function beforeActivation({
  price: asked,
  waiting,
}: SetupFacts): Pick<Standing, 'reason' | 'more'> {
  const { monthlyPrice, billingEnabled, billedNow, firstBill } = asked
  const job = waiting === 1 ? '1 jobb' : `${waiting} jobber`
  const later =
    waiting === 0
      ? []
      : [
          `${job} ble fullført mens den var av; du blir spurt om hva som skal skje med ${waiting === 1 ? 'den' : 'dem'}.`,
        ]
  const explained = (reason: string, ...more: string[]) => ({
    reason,
    ...(more.length + later.length > 0 ? { more: [...more, ...later].join(' ') } : {}),
  })
  if (firstBill === null) return explained('Du betaler ikke for Fakturabro.')
  const price = `${formatMonthlyPrice(monthlyPrice)} uten MVA`
  const stop =
    'Du slår av når du vil under Konfigurasjoner; er den av den 1. i måneden, betaler du ikke for måneden.'
  if (!billingEnabled) return explained(`Gratis nå, ${price} når vi begynner å fakturere.`, stop)
  const first =
    billedNow === null
      ? `Første faktura kommer tidligst ${formatDate(firstBill)}.`
      : `Du får faktura for ${formatMonth(billedNow)} når du slår på, og den neste ${formatDate(firstBill)}.`
  return explained(`${price}.`, first, stop)
}
