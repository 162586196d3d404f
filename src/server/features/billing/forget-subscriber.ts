import type { Platform } from '../../platform/platform.ts'
import { forgetRecipients } from './bills/bill-store.ts'
import { emailHashes } from './ledger-key.ts'
import { subscriberOf } from './subscriptions/subscription-store.ts'

/**
 * Before an account is deleted: the ledger keeps month, uuid and a keyed hash of the e-mail address,
 * so that somebody who registers again is not billed twice for a month.
 */
export async function forgetSubscriber({ db, vault }: Platform, userId: string): Promise<void> {
  const subscriber = await subscriberOf(db, userId)
  if (subscriber) await forgetRecipients(db, userId, emailHashes(vault, subscriber.email)[0])
}
