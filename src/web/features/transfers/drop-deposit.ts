import { updateDraft } from '#shared/contracts/transfers/actions'
import { chooseDeposit, settleDeposit } from '#shared/contracts/transfers/deposits'
import type { Transfer } from '#shared/contracts/transfers/row'
import { call } from '../../lib/api.ts'
import { afterWrite } from '../../lib/live.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'
import { words } from '../../ui/words.ts'

/**
 * Actions on a row whose deposit was credited; loaded when the user presses a button. They return
 * the toast about what was done.
 */

export const dropDeposit = ({ id }: Transfer) =>
  call(chooseDeposit, { params: { id }, body: { invoiceId: null } }).then(titled)

export const writeDraft = ({ id }: Transfer) => call(updateDraft, { params: { id } }).then(titled)

export const settle = async ({ id, depositCredit }: Transfer) => ({
  ...titled(await settled(id, depositCredit?.ids ?? [])),
  action: { label: words.undo, run: () => void reopen(id) },
})

async function reopen(id: string): Promise<void> {
  try {
    toast(titled(await settled(id, [])))
  } catch (error) {
    toastFailure('Kunne ikke angre', error)
  }
  await afterWrite(settleDeposit)()
}

const settled = (id: string, notes: number[]) =>
  call(settleDeposit, { params: { id }, body: { settled: notes } })

const titled = ({ message }: { message: string }) => ({ title: message })
