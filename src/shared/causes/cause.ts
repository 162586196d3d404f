/** A button's act on the transfer, or a link that needs the transfer's ids. */
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
 * A question answered in place, over the list: a VAT type for rates, or a connection with its
 * company. `href` is where the same is found among the settings.
 */
export const REMEDY_QUESTIONS = ['vat', 'fiken', 'servicem8'] as const
export type RemedyQuestion = (typeof REMEDY_QUESTIONS)[number]

export type Remedy =
  | { label: string; href: string; asks?: RemedyQuestion }
  | {
      label: string
      action: RemedyAction
      /** Another try, with the same words on every row. */
      plain?: true
    }

/**
 * The party or event that the transfer waits for: `data` (someone changes the job, the mapping or
 * the customer, then tries again) · `setup` (settings or the vendor's own settings) · `grant` (a
 * connection must be renewed; waiting transfers resume automatically) · `passing` (retried
 * automatically) · `check` (the user looks at Fiken before anything more is sent).
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
/** The server answers 409 first, and the browser asks. */
export const OVERRULE = { label: 'Overfør likevel', action: 'retry' } as const
