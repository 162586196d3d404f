/**
 * The life of a transfer, as one table. The server's guard and the browser's button read the same
 * rows, so that a button is never offered for what the server would refuse (rule 1).
 */
export const TRANSFER_STATUSES = ['pending', 'queued', 'processing', 'completed', 'failed'] as const
export type TransferStatus = (typeof TRANSFER_STATUSES)[number]

/**
 * Why a pending transfer waits for a person. `restored`: it was on its way, or gathered, when it was
 * deleted, and a person has brought it back. `undone` on a row that is in the queue, or runs: its
 * draft is being deleted. `refused`: the job is paid or not approved, as its error code says; it
 * goes on when that changes, or when a person overrules it. `collective`: it waits for the day on which
 * one draft takes all of the customer's jobs (shared/collective.ts).
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

/** What only somebody's yes is missing for. */
export const WAITS_FOR_A_YES: readonly (PendingReason | null)[] = [
  'history',
  'inactive',
  'fetched',
  'restored',
  'undone',
]

/**
 * What a person may overrule for one transfer, by an act on it alone: that the job is paid, or not
 * approved, or that there is something in Fiken that may be of it; that its invoice would state neither address nor
 * organisation number of the customer; and that it leaves the set which the customer's other jobs wait for.
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

/** What a person or the lane may do, and from which statuses. */
const ALLOWED = {
  /** The lane takes a row. */
  claim: ['queued'],
  /**
   * A person's "Prøv igjen", "Behandle nå", "Overfør nå". On a queued row it only clears the wait.
   */
  retry: ['pending', 'queued', 'failed'],
  /** Sets skipTransfer; can be restored. */
  delete: ['pending', 'queued', 'failed'],
  /** "Slett alle ventende": in one statement, so a row claimed in the meantime is left alone. */
  deleteAllPending: ['pending', 'queued'],
  /** "Godta": the draft exists, its total differs, and a person accepts it. */
  accept: ['failed'],
  editLines: ['pending', 'queued', 'failed'],
  /** What is taken off for a deposit. A draft that is there takes it with "Oppdater utkast". */
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

/** The statuses from which an act is allowed, for SQL conditions. */
export function statusesFor(act: TransferAct): readonly TransferStatus[] {
  return ALLOWED[act]
}

/** May this be done to a transfer in this status? */
export function may(act: TransferAct, status: TransferStatus): boolean {
  return statusesFor(act).includes(status)
}

/**
 * Is the draft of this transfer being deleted in Fiken ("Angre")? The mark is on the row itself, so
 * that a killed run is resumed.
 */
export function isBeingUndone(transfer: {
  status: TransferStatus
  pendingReason: PendingReason | null
}): boolean {
  const { status, pendingReason } = transfer
  return pendingReason === 'undone' && (status === 'queued' || status === 'processing')
}

/**
 * How a status is named and coloured for people.
 */
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
 * The stages a run passes, in order, with the percentage the indicator shows. The server stores the
 * stage it is in, and the browser never shows 100 % before the server says completed (rule 11).
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
