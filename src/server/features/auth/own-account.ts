import type { Profile } from '#shared/contracts/profile'
import { instant } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import { requireFreshPassword } from '../../platform/http/fresh-password.ts'
import type { Platform } from '../../platform/platform.ts'
import { HttpError } from '../../platform/http-error.ts'
import { deleteUser, lockedEmail, updateUser } from './account-store.ts'
import { countedMail, MOST_NOTICES } from './attempt-store.ts'
import { addressChangedMail } from './password-mail.ts'
import { spendAllResetTokens } from './reset-store.ts'
import { lockUsers, type UserRow } from './store.ts'

/**
 * Changes a person's own details. A new e-mail address makes links that were sent to the former
 * one worthless, and the former one gets a mail. Until the new one is confirmed, mails with
 * customers' data go to the last one that was.
 *
 * Anyone with the address can have a new password sent to it, so a new one needs the password
 * entered a short while ago.
 *
 * @throws HttpError 409 `password_required`, or when another account has the e-mail address
 */
export async function updateOwnAccount(
  platform: Platform,
  caller: Caller,
  profile: Profile,
): Promise<UserRow> {
  const { db, clock } = platform
  const { changed, former } = await db.transaction(async (tx) => {
    const email = await lockedEmail(tx, caller.id)
    const moves = email !== null && email !== profile.email
    if (moves) requireFreshPassword(caller)
    const row = await updateUser(tx, caller.id, profile, instant(clock))
    if (!row) throw taken()
    if (moves) await spendAllResetTokens(tx, caller.id)
    return { changed: row, former: moves ? email : null }
  })
  if (former) mailFormerAddress(platform, former, changed.confirmedEmail === former)
  return changed
}

/**
 * Anyone at an open session could take over the account by its address; its owner is notified
 * where they still read mail.
 */
function mailFormerAddress(
  { db, mail, clock, config, log }: Platform,
  email: string,
  keeps: boolean,
): void {
  const now = instant(clock)
  const send = async () => {
    if (await countedMail(db, `address changed ${email}`, now, MOST_NOTICES))
      await mail.send(addressChangedMail(email, now, config.operator.email, keeps))
  }
  void send().catch((err: unknown) =>
    log.error({ err }, 'the mail about a changed address was not sent'),
  )
}

function taken(): HttpError {
  const sentence = 'En annen konto bruker denne e-postadressen'
  return new HttpError(409, 'email_taken', sentence, { fields: { email: sentence } })
}

/**
 * An administrator's account is not deleted by themself (rule 22): somebody must be left to run the
 * product, and what they did as one must stay in the log.
 *
 * @throws HttpError 409 `own_account`
 */
export async function refuseAdmin(db: Db, userId: string): Promise<void> {
  const [user] = await lockUsers(db, [userId])
  if (user?.isAdmin)
    throw new HttpError(
      409,
      'own_account',
      'En administrator kan ikke slette sin egen konto. Be en annen administrator om å fjerne admin-rettighetene dine først.',
    )
}

/**
 * Deletes the user and with it every row that hangs on it: sessions, tokens, transfers, logs,
 * mirrors.
 *
 * @param allowed asked in the transaction in which the rows go; throws to keep them
 */
export async function deleteRowsOf(
  db: Db,
  userId: string,
  allowed: (tx: Db) => Promise<void>,
): Promise<void> {
  await deleteUser(db, userId, allowed)
}
