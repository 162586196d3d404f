import { updateDraft } from '#shared/contracts/transfers/actions'
import { chooseDeposit } from '#shared/contracts/transfers/deposits'
import { call } from '../../lib/api.ts'

/** The acts of a row whose deposit is credited; loaded when one is pressed. */

export const dropDeposit = (id: string) =>
  call(chooseDeposit, { params: { id }, body: { invoiceId: null } })

export const writeDraft = (id: string) => call(updateDraft, { params: { id } })
