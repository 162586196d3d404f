/**
 * A transfer's statuses, with the actions allowed in each. Server and browser use the same table,
 * so that a button is never offered for an action that the server would refuse (rule 1).
 */
export const TRANSFER_STATUSES = ['pending', 'queued', 'processing', 'completed', 'failed'] as const
export type TransferStatus = (typeof TRANSFER_STATUSES)[number]

/**
 * The reasons why a pending transfer waits for the user. `restored`: the transfer was deleted while
 * being transferred or while waiting for a collective draft, and the user has restored it. `undone`
 * on a queued or running transfer: its draft is being deleted. `refused`: the job is paid or not
 * approved, as the error code says; the transfer continues when that changes or the user confirms.
 * `collective`: the transfer waits for the day on which one draft is created for all of the
 * customer's jobs (shared/collective.ts).
 */
export const PENDING_REASONS = [
  'history',
  'inactive',
  'company',
  'ambiguous_customer',
  'fetched',
  'restored',
  'undone',
  'refused',
  'collective',
] as const
export type PendingReason = (typeof PENDING_REASONS)[number]

/** The reasons that end as soon as the user confirms the transfer. */
export const WAITS_FOR_A_YES: readonly (PendingReason | null)[] = [
  'history',
  'inactive',
  'fetched',
  'restored',
  'undone',
]

/**
 * The checks that the user may override for a single transfer: the job is paid; the job is not
 * approved; Fiken has something that can belong to the job; the invoice would have neither the
 * customer's address nor organisation number; the transfer would leave the collective draft that
 * the customer's other jobs wait for.
 */
export const OVERRULED = [
  'paid',
  'unapproved',
  'sent_before',
  'address_missing',
  'collective',
] as const
export type Overruled = (typeof OVERRULED)[number]

export const SEND_AGAIN = 'send_anew'

const ALLOWED = {
  claim: ['queued'],
  /**
   * Retries the transfer: "Prøv igjen", "Behandle nå" and "Overfør nå". On a queued transfer the
   * action only ends the wait.
   */
  retry: ['pending', 'queued', 'failed'],
  delete: ['pending', 'queued', 'failed'],
  /**
   * Deletes all waiting transfers ("Slett alle ventende") in one SQL statement, so that a transfer
   * claimed in the meantime is not deleted.
   */
  deleteAllPending: ['pending', 'queued'],
  /** Hides a transfer whose draft no longer exists in Fiken ("Hopp over"), and restores it. */
  setAside: ['completed'],
  /** Accepts a draft whose total differs from the job's ("Godta"). */
  accept: ['failed'],
  editLines: ['pending', 'queued', 'failed'],
  /** Chooses the deposit to deduct. An existing draft gets the deduction with "Oppdater utkast". */
  chooseDeposit: ['pending', 'queued', 'failed', 'completed'],
  /** Says that a deposit credited after the invoice has been dealt with in Fiken ("Ordnet"). */
  settleDeposit: ['completed'],
  /** Creates a new draft after the invoice was credited in full ("Lag nytt utkast"). */
  reinvoice: ['completed'],
  /** Deletes our own unchanged draft in Fiken ("Angre"). */
  undo: ['completed'],
  /** Updates the draft when the job has changed since the draft was created ("Oppdater utkast"). */
  updateDraft: ['completed'],
  /** Sends the job again when the draft no longer exists in Fiken ("Send på nytt"). */
  sendAgain: ['completed', 'failed'],
} as const satisfies Record<string, readonly TransferStatus[]>

export type TransferAct = keyof typeof ALLOWED

export function statusesFor(act: TransferAct): readonly TransferStatus[] {
  return ALLOWED[act]
}

export function may(act: TransferAct, status: TransferStatus): boolean {
  return statusesFor(act).includes(status)
}

/**
 * Returns true while the transfer's draft is being deleted in Fiken ("Angre"). This is stored on
 * the row, so that an interrupted deletion is resumed.
 */
export function isBeingUndone(transfer: {
  status: TransferStatus
  pendingReason: PendingReason | null
}): boolean {
  const { status, pendingReason } = transfer
  return pendingReason === 'undone' && (status === 'queued' || status === 'processing')
}

export function statusLabel(status: TransferStatus): {
  text: string
  tone: 'wait' | 'ok' | 'bad' | 'info'
} {
  switch (status) {
    case 'pending':
    case 'queued':
      return { text: 'Venter', tone: 'wait' }
    case 'processing':
      return { text: 'Behandles', tone: 'info' }
    case 'completed':
      return { text: 'Fullført', tone: 'ok' }
    case 'failed':
      return { text: 'Feil', tone: 'bad' }
  }
}

/**
 * The stages of a transfer's run, in order, with the percentage shown by the progress indicator.
 * The server stores the stage; the browser never shows 100 % before the server reports completion
 * (rule 11).
 */
export const STAGES = [
  { stage: 'fetch', text: 'Henter jobbdata', percent: 10 },
  { stage: 'match', text: 'Validerer kundeinformasjon', percent: 25 },
  { stage: 'build', text: 'Forbereder fakturalinjer', percent: 45 },
  { stage: 'send', text: 'Oppretter faktura i Fiken', percent: 70 },
  { stage: 'verify', text: 'Verifiserer resultatet', percent: 90 },
  { stage: 'done', text: 'Ferdig', percent: 100 },
] as const
export type Stage = (typeof STAGES)[number]['stage']
export const STAGE_NAMES = STAGES.map(({ stage }) => stage)
