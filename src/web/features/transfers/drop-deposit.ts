import { updateDraft } from '#shared/contracts/transfers/actions'
import { chooseDeposit } from '#shared/contracts/transfers/deposits'
import { call } from '../../lib/api.ts'

/** Actions on a row whose deposit was credited; loaded when the user presses a button. */

export const dropDeposit = (id: string) =>
  call(chooseDeposit, { params: { id }, body: { invoiceId: null } })

export const writeDraft = (id: string) => call(updateDraft, { params: { id } })
