import type { Db } from '../../../platform/database/database.ts'
import type { Vault } from '../../../platform/vault.ts'
import { forgetRecipients } from '../bill-store.ts'
import { emailHashes } from '../ledger-key.ts'
import { subscriberOf } from './subscription-store.ts'

/**
 * Removes the recipient from the bills of an account that is about to be deleted. The bills keep a
 * keyed hash of the e-mail address, so that a user who registers again is not billed twice for a
 * month.
 */
export async function forgetSubscriber(tx: Db, vault: Vault, companyId: string): Promise<void> {
  const subscriber = await subscriberOf(tx, companyId)
  if (subscriber) await forgetRecipients(tx, companyId, emailHashes(vault, subscriber.email)[0])
}
