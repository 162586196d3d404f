import { causeOf, WAITS } from '#shared/causes/index'
import type { OutsideJob } from '#shared/contracts/collective'
import { jobTitle } from '#shared/transfer-display'
import type { TransferRow } from '../tables.ts'
import type { OutsideRow } from '../waiting/queries.ts'

export const nameOf = ({
  id,
  servicem8Data,
  servicem8JobId,
  amount,
}: Pick<TransferRow, 'id' | 'servicem8Data' | 'servicem8JobId' | 'amount'>) => ({
  id,
  title: jobTitle(servicem8Data, servicem8JobId),
  amount,
})

export const presentOutside = (row: OutsideRow): OutsideJob => ({ ...nameOf(row), why: whyOf(row) })

function whyOf({ status, pendingReason, errorCode }: OutsideRow): string {
  if (status === 'failed' || pendingReason === 'refused') return causeOf(errorCode).title
  if (pendingReason === 'undone') return 'Angret, og kan tas med'
  if (pendingReason === 'restored') return 'Gjenopprettet, og kan tas med'
  if (status === 'pending' && pendingReason !== null) return WAITS[pendingReason]
  return errorCode === null ? 'På vei, og ikke klar ennå' : causeOf(errorCode).title
}
