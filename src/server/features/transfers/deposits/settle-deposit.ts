import { isDeepStrictEqual } from 'node:util'
import { isDepositCredited } from '#shared/credit'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { settleDepositCredit } from '../../documents/store.ts'
import { change, underLock } from '../act.ts'

/**
 * Notes which credit notes of the deposit that the row's invoice deducts the user has dealt with
 * ("Ordnet"), or takes that back. Only the credit notes that the user has seen are settled: one
 * that was read since then needs the user again, as does a later one.
 * @param seen the ids of the credit notes; empty to take it back
 * @throws HttpError 404, 409
 */
export function settleDeposit(
  platform: Platform,
  companyId: string,
  actor: Actor | null,
  id: string,
  seen: readonly number[],
): Promise<string> {
  return underLock(platform, companyId, id, async (inside, row) => {
    const { status, fikenInvoiceNumber, depositCredit, documentId } = row
    const isAsked = status === 'completed' && fikenInvoiceNumber !== null
    if (!isAsked || documentId === null || !depositCredit?.ids || depositCredit.ids.length === 0)
      throw new HttpError(
        409,
        'nothing_to_settle',
        'Det er ikke noe kreditert forskudd å ordne her.',
      )
    const settled = depositCredit.ids.filter((note) => seen.includes(note))
    const remains = isDepositCredited({ ...depositCredit, settled })
    const message = !remains ? SETTLED : settled.length > 0 ? CREDITED_AGAIN : REOPENED
    if (isDeepStrictEqual(settled, depositCredit.settled ?? [])) return message
    await settleDepositCredit(inside.db, { companyId, documentId }, settled)
    const text =
      settled.length > 0
        ? 'Det krediterte forskuddet er ordnet'
        : 'Det krediterte forskuddet er ikke ordnet likevel'
    await change(inside, row, 'settleDeposit', {}, { text, actor })
    return message
  })
}

const SETTLED = 'Forskuddet er ordnet'
const CREDITED_AGAIN = 'Forskuddet er kreditert på nytt i Fiken, og venter på deg igjen'
const REOPENED = 'Forskuddet venter på deg igjen'
