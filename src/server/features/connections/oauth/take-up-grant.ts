import type { Db } from '../../../platform/database/database.ts'
import { HttpError, notFound } from '../../../platform/http-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { useGrant } from '../pointer-store.ts'
import { GRANTS } from '../tokens/grant-lane.ts'
import { afterRecovery } from './after-connecting.ts'

/**
 * Makes a company use a grant that its person has given for others, and continues the company's
 * waiting work.
 * @param also runs in the same transaction, first
 * @throws HttpError 409 when the company is connected, 404 when the grant has ended
 */
export async function takeUpGrant<T>(
  platform: Platform,
  use: { companyId: string; grantId: string; at: Date },
  also: (tx: Db) => Promise<T>,
): Promise<T> {
  const { ending, done } = await platform.db.transaction(async (tx) => {
    const first = await also(tx)
    const used = await useGrant(tx, use)
    if (used === 'connected') throw alreadyConnected()
    if (used === 'gone') throw grantGone()
    return { ...used, done: first }
  })
  for (const id of ending) platform.queue.wake(GRANTS, id)
  await afterRecovery(platform, use.companyId, 'fiken')
  return done
}

export const alreadyConnected = () =>
  new HttpError(409, 'already_connected', 'Firmaet er allerede koblet til Fiken.')

export const grantGone = () =>
  notFound('Tilgangen til Fiken gjelder ikke lenger. Koble til Fiken på nytt.')
