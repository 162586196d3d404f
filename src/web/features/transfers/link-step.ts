import type { CauseCode, RemedyQuestion } from '#shared/causes/index'
import type { Vendor } from '#shared/contracts/connections'

/** A step that is a link, or a dialog that asks in place. */
export interface LinkStep {
  label: string
  href: string
  /** Opens the dialog instead; the jobs of `cause` are retried after the answer. */
  asks?: RemedyQuestion
  cause?: CauseCode
  /** The row whose button was pressed. */
  transferId?: string
  /** What the user's role must allow; acting on transfers if absent. */
  needs?: 'configuration' | 'company' | Vendor
}
