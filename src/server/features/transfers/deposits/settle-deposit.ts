import { isDepositCredited } from '#shared/credit'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { change, underLock } from '../act.ts'

/**
 * Notes that the user has dealt with the credit of the deposit that the row's invoice deducts
 * ("Ordnet"), or takes that back. Only the credit notes known now are settled, so that a later one
 * needs the user again.
 * @throws HttpError 404, 409
 */
export function settleDeposit(
  platform: Platform,
  userId: string,
  id: string,
  settled: boolean,
): Promise<string> {
  return underLock(platform, userId, id, async (inside, row) => {
    const { status, fikenInvoiceNumber, depositCredit } = row
    const isAsked = status === 'completed' && fikenInvoiceNumber !== null
    if (!isAsked || !depositCredit?.ids || depositCredit.ids.length === 0)
      throw new HttpError(
        409,
        'nothing_to_settle',
        'Det er ikke noe kreditert forskudd å ordne her.',
      )
    const { settled: _before, ...credit } = depositCredit
    if (settled === !isDepositCredited(depositCredit)) return settled ? SETTLED : REOPENED
    const next = settled ? { ...credit, settled: credit.ids ?? [] } : credit
    const text = settled
      ? 'Det krediterte forskuddet er ordnet'
      : 'Det krediterte forskuddet er ikke ordnet likevel'
    await change(inside, row, 'settleDeposit', { depositCredit: next }, text)
    return settled ? SETTLED : REOPENED
  })
}

const SETTLED = 'Forskuddet er ordnet'
const REOPENED = 'Forskuddet venter på deg igjen'
