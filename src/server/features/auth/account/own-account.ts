import type { Profile } from '#shared/contracts/profile'
import { whoHelps } from '../../../platform/config.ts'
import { instant } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { type Caller, requireFreshPassword } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { deleteUser, lockedEmail, updateUser } from '../account-store.ts'
import { deleteCompany, updateCompany } from '../company-store.ts'
import { countedMail, MOST_NOTICES } from '../attempt-store.ts'
import { addressChangedMail } from '../password-mail.ts'
import { spendAllResetTokens } from '../passwords/reset-store.ts'
import { companiesOf } from '../queries.ts'
import { lockUsers, type UserRow } from '../store.ts'

/**
 * Changes the user's own name and e-mail address, and the given details of a company. A new e-mail
 * address invalidates the reset links sent to the former address, and the former address gets a
 * mail. Until the new address is confirmed, mails with customers' data go to the last confirmed
 * address. The password must have been entered recently if the address changes, because the owner
 * of the address can reset the password.
 * @param companyId the company, which the user owns; null when no details of one are given
 * @throws HttpError 409 `password_required`, or `email_taken` when another account has the address
 */
export async function updateOwnAccount(
  platform: Platform,
  caller: Caller,
  profile: Profile,
  companyId: string | null,
): Promise<UserRow> {
  const { db, clock } = platform
  const { changed, former } = await db.transaction(async (tx) => {
    const email = await lockedEmail(tx, caller.id)
    const moves = email !== null && email !== profile.email
    if (moves) requireFreshPassword(caller)
    const row = await updateUser(tx, caller.id, profile, instant(clock))
    if (!row) throw taken()
    if (companyId !== null) await updateCompany(tx, companyId, companyDetails(profile))
    if (moves) await spendAllResetTokens(tx, caller.id)
    return { changed: row, former: moves ? email : null }
  })
  if (former) mailFormerAddress(platform, former, changed.confirmedEmail === former)
  return changed
}

export const companyDetails = ({ companyName: name, address, postalCode, city }: Profile) => ({
  name,
  address,
  postalCode,
  city,
})

function mailFormerAddress(
  { db, mail, clock, config, log }: Platform,
  email: string,
  keeps: boolean,
): void {
  const now = instant(clock)
  const send = async () => {
    if (await countedMail(db, `address changed ${email}`, now, MOST_NOTICES))
      await mail.send(addressChangedMail(email, now, whoHelps(config.operator), keeps))
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
 * Refuses administrators, who cannot delete their own account (rule 22): an administrator must
 * remain to run the installation, and the administrator's actions must stay in the log.
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

/** What runs in the transaction in which a user is deleted. */
interface Deleting {
  /** Throws to keep the rows. */
  allowed: (tx: Db) => Promise<void>
  /** Runs before a company that the user owns is deleted with its rows. */
  beforeCompany: (tx: Db, companyId: string) => Promise<void>
  /** Runs before the user's membership of another's company ends. */
  beforeMembership: (tx: Db, companyId: string) => Promise<void>
}

/** Deletes the user, the companies that the user owns, and all their rows. */
export async function deleteRowsOf(
  db: Db,
  userId: string,
  { allowed, beforeCompany, beforeMembership }: Deleting,
): Promise<void> {
  await deleteUser(db, userId, async (tx) => {
    await allowed(tx)
    // From here on nobody can give the user another company, which would be left without an owner.
    await lockedEmail(tx, userId)
    for (const { id, role } of await companiesOf(tx, userId)) {
      if (role !== 'owner') await beforeMembership(tx, id)
      else {
        await beforeCompany(tx, id)
        await deleteCompany(tx, id)
      }
    }
  })
}
