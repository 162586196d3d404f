export type RemedyAction =
  | 'retry'
  | 'open_draft'
  | 'accept'
  | 'open_job'
  | 'open_fiken'
  | 'choose_customer'
  | 'send_again'
  | 'create_product'
  | 'enter_address'
  | 'see_deposit'
  | 'see_invoices'

/**
 * The questions that the user can answer in a dialog over the list: a VAT type for tax rates, or a
 * vendor connection with its company. The remedy's `href` is the corresponding page in the
 * settings.
 */
export const REMEDY_QUESTIONS = ['vat', 'fiken', 'servicem8'] as const
export type RemedyQuestion = (typeof REMEDY_QUESTIONS)[number]

export type Remedy =
  | { label: string; href: string; asks?: RemedyQuestion }
  | {
      label: string
      action: RemedyAction
      plain?: true
    }

/**
 * The kind of a cause: who or what the transfer waits for. `data`: someone changes the job, the
 * mapping or the customer, then retries · `setup`: our settings or the vendor's must change ·
 * `grant`: a connection must be renewed; waiting transfers resume automatically · `passing`:
 * retried automatically · `check`: the user looks in Fiken before anything more is sent.
 */
export type CauseKind = 'data' | 'setup' | 'grant' | 'passing' | 'check'

export interface Cause {
  kind: CauseKind
  title: string
  explanation: string
  remedy: Remedy
}

export const RETRY = { label: 'Prøv igjen', action: 'retry', plain: true } as const
export const OPEN_FIKEN = { label: 'Åpne Fiken', action: 'open_fiken' } as const
export const OPEN_DRAFT = { label: 'Åpne utkast', action: 'open_draft' } as const
/**
 * The button that starts the transfer in spite of the obstacle. The server first responds 409, and
 * the browser then asks the user to confirm.
 */
export const OVERRULE = { label: 'Overfør likevel', action: 'retry' } as const
