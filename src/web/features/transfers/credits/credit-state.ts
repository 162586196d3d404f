import type { Transfer } from '#shared/contracts/transfers/row'

/** The job's sum is below zero: no draft is made of it, and a person credits an invoice in Fiken. */
export function isBelowZero({
  status,
  errorCode,
  skipTransfer,
}: Pick<Transfer, 'status' | 'errorCode' | 'skipTransfer'>): boolean {
  return !skipTransfer && status === 'failed' && errorCode === 'negative_total'
}
