import type { Platform } from '../../platform/platform.ts'
import { HttpError } from '../../platform/http-error.ts'
import { deleteOwnAccount } from '../auth/own-account.ts'
import { disconnectFromServicem8, logOutOfFiken } from '../connections/disconnect.ts'
import { forgetSubscriber } from '../billing/forget-subscriber.ts'
import { billsFrom } from '../billing/queries.ts'

/**
 * The end of an account: grants are ended at the vendors, webhooks removed, then every row goes
 * with the user's. A vendor that does not answer does not keep anybody here: what is left there
 * is a grant nobody has the key to.
 *
 * @throws HttpError 409 for the administrator whose Fiken connection sends the bills (rule 31)
 */
export async function deleteAccount(platform: Platform, userId: string): Promise<void> {
  if (await billsFrom(platform.db, userId)) {
    throw new HttpError(
      409,
      'billing_account',
      'Fakturaene sendes fra Fiken-tilkoblingen din. Velg en annen under Admin Panel først.',
    )
  }
  for (const leave of [disconnectFromServicem8, logOutOfFiken]) {
    await leave(platform, userId).catch((err: unknown) => {
      platform.log.warn(
        { err, userId },
        'a connection could not be ended in order before an account was deleted',
      )
    })
  }
  await forgetSubscriber(platform, userId)
  await deleteOwnAccount(platform, userId)
  platform.log.info({ userId }, 'an account was deleted')
}
