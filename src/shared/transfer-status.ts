/**
 * The life of a transfer, as one table. The server's guard and the browser's button read the same
 * rows, so that a button is never offered for an act that the server would refuse (rule 1).
 */
export const TRANSFER_STATUSES = ['pending', 'queued', 'processing', 'completed', 'failed'] as const
export type TransferStatus = (typeof TRANSFER_STATUSES)[number]

/**
 * The reasons for which a pending transfer waits for the user. `restored`: it was on its way, or
 * waiting for its set, when it was deleted, and the user has brought it back. `undone` on a row
 * that is in the queue, or runs: its draft is being deleted. `refused`: the job is paid or not
 * approved, as its error code says; it goes on when that changes, or when the user overrules it.
 * `collective`: it waits for the day on which one draft takes all of the customer's jobs
 * (shared/collective.ts).
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

/** Reasons that end with the user's yes alone. */
export const WAITS_FOR_A_YES: readonly (PendingReason | null)[] = [
  'history',
  'inactive',
  'fetched',
  'restored',
  'undone',
]

/**
 * The facts that the user may overrule for one transfer, by an act on it alone: that the job is
 * paid, or not approved, or that there is something in Fiken that may belong to it; that its
 * invoice would state neither address nor organisation number of the customer; and that it leaves
 * the set which the customer's other jobs wait for.
 */
export const OVERRULED = [
  'paid',
  'unapproved',
  'sent_before',
  'address_missing',
  'collective',
] as const
export type Overruled = (typeof OVERRULED)[number]

/** "Send på nytt", as rows and tasks store it and clients send it. */
export const SEND_AGAIN = 'send_anew'

/** The acts of the user and the lane, with the statuses that allow them. */
const ALLOWED = {
  claim: ['queued'],
  /**
   * The user's "Prøv igjen", "Behandle nå", "Overfør nå". On a queued row it only clears the wait.
   */
  retry: ['pending', 'queued', 'failed'],
  /** Sets skipTransfer; can be restored. */
  delete: ['pending', 'queued', 'failed'],
  /** "Slett alle ventende": in one statement, so a row claimed meanwhile is left alone. */
  deleteAllPending: ['pending', 'queued'],
  /** "Godta": the draft exists, its total differs, and the user accepts it. */
  accept: ['failed'],
  editLines: ['pending', 'queued', 'failed'],
  /** Chooses the deduction for a deposit. An existing draft takes it with "Oppdater utkast". */
  chooseDeposit: ['pending', 'queued', 'failed', 'completed'],
  /** "Lag nytt utkast": the invoice was credited in full. */
  reinvoice: ['completed'],
  /** "Angre": our own untouched draft is deleted in Fiken. */
  undo: ['completed'],
  /** "Oppdater utkast": the job has changed since. */
  updateDraft: ['completed'],
  /** "Send på nytt": the draft is gone from Fiken. */
  sendAgain: ['completed', 'failed'],
} as const satisfies Record<string, readonly TransferStatus[]>

export type TransferAct = keyof typeof ALLOWED

/** Returns the statuses from which an act is allowed, for SQL conditions. */
export function statusesFor(act: TransferAct): readonly TransferStatus[] {
  return ALLOWED[act]
}

export function may(act: TransferAct, status: TransferStatus): boolean {
  return statusesFor(act).includes(status)
}

/**
 * Returns true while the draft of this transfer is being deleted in Fiken ("Angre"). The mark is on
 * the row itself, so that a killed run is resumed.
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
 * The stages of a run, in order, with the percentage the indicator shows. The server stores its
 * stage, and the browser never shows 100 % before the server says completed (rule 11).
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
