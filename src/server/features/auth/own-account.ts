import type { Profile } from '#shared/contracts/profile'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { deleteUser, updateUser } from './account-store.ts'
import { addressChangedMail } from './password-mail.ts'
import { spendAllResetTokens } from './reset-store.ts'
import { userById, type UserRow } from './store.ts'

/**
 * Changes a person's own details. A new e-mail address makes links that were sent to the former one worthless, and the former one is told.
 *
 * @throws Refusal 409 when another account has the e-mail address
 */
export async function updateOwnAccount(platform: Platform, userId: string, profile: Profile): Promise<UserRow> {
  const { db, clock } = platform
  const before = await userById(db, userId)
  const moves = before !== null && before.email !== profile.email
  const changed = await db.transaction(async (tx) => {
    const row = await updateUser(tx, userId, profile, instant(clock))
    if (!row) throw taken()
    if (moves) await spendAllResetTokens(tx, userId)
    return row
  })
  if (moves) tellFormerAddress(platform, before.email)
  return changed
}

/** Whoever sits at an open session could take the account over by its address; its owner hears of it where they still read mail. */
function tellFormerAddress({ mail, clock, config, log }: Platform, email: string): void {
  void mail
    .send(addressChangedMail(email, instant(clock), config.operator.email))
    .catch((err: unknown) => log.error({ err }, 'the mail about a changed address was not sent'))
}

function taken(): Refusal {
  const sentence = 'En annen konto bruker denne e-postadressen'
  return new Refusal(409, 'email_taken', sentence, { fields: { email: sentence } })
}

/** Deletes the user and with it every row that hangs on it: sessions, tokens, transfers, logs, mirrors. */
export async function deleteOwnAccount(platform: Platform, userId: string): Promise<void> {
  await deleteUser(platform.db, userId)
}
