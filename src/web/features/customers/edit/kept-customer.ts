import { keptEdit } from '../../kept-edits/kept-edit.ts'
import type { Draft } from './edit-state.ts'

/** The name of an edit of a customer that the session's end interrupted. */
export const KEPT_CUSTOMER = 'customer'

export interface CustomerEdit {
  /** The customer whose dialog was open. */
  uuid: string
  draft: Draft
  version: string
}

export const keptCustomer = () => keptEdit<CustomerEdit>(KEPT_CUSTOMER)
