import type { AnswerOf } from '#shared/contract'
import type { readSetup } from '#shared/contracts/onboarding'
import type { Transfer } from '#shared/contracts/transfers/row'
import type { Hindrance } from '../../transfers/cause/WaitingQuestion.tsx'
import type { Waiting } from '../../transfers/queries.ts'
import type { Stats } from '../dashboard-state.ts'
import { text } from '../text.ts'

type Setup = AnswerOf<typeof readSetup>

/**
 * Returns true from the integration's first activation until the first draft is in Fiken, a job needs
 * the user, or every job waits for its collective draft. The dashboard then leads with the waiting
 * jobs and folds the rest.
 */
export function isFirstMinute(
  stats: Stats,
  setup: Setup | undefined,
  { needsYou, waitingForSet }: { needsYou: number; waitingForSet: number },
): boolean {
  return (
    setup?.done === true &&
    stats.successful === 0 &&
    needsYou === 0 &&
    stats.pending > waitingForSet
  )
}

/** Returns what stops a first draft: no bank account on invoices, and unmapped tax rates in use. */
export function hindrancesOf(setup: Setup | undefined, waiting: Waiting | undefined): Hindrance[] {
  if (!setup || !waiting) return []
  const hindrances: Hindrance[] = []
  const account = setup.steps.find(({ id }) => id === 'bank_account')
  if (account?.state === 'open')
    hindrances.push({
      why: account.reason,
      label: text.first.bankAccount,
      href: '/configuration#bankkonto',
      act: 'bank_account',
    })
  const rates = setup.openRates.filter(({ taxRateUuid }) => waiting.rates.includes(taxRateUuid))
  if (rates.length > 0)
    hindrances.push({
      why: text.first.rates(rates.map(({ name }) => name)),
      label: text.first.chooseVat,
      href: '/configuration#mva',
      act: 'vat',
    })
  return hindrances
}

/**
 * Returns the first draft or invoice while every transfer of the account has ended today; null
 * later, so that it is announced only once.
 */
export function firstDraftOf(
  rows: readonly Transfer[],
  stats: Stats,
  transferredToday: number | null,
): Transfer | null {
  if (stats.successful === 0 || stats.successful !== transferredToday) return null
  const drafts = rows.filter(isDrafted)
  return drafts.length === stats.successful ? (drafts.at(-1) ?? null) : null
}

/** Returns the draft as it is now; null if it is undone or gone. */
export function presentDraft(shown: Transfer | null, rows: readonly Transfer[]): Transfer | null {
  const row = rows.find(({ id }) => id === shown?.id)
  if (!row) return shown
  return isDrafted(row) ? row : null
}

const isDrafted = ({ status, fikenInvoiceDraftId, draftIsGone }: Transfer) =>
  status === 'completed' && fikenInvoiceDraftId !== null && !draftIsGone
