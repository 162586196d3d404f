import type { Profile } from '#shared/contracts/profile'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { deleteUser, updateUser } from './account-store.ts'
import type { UserRow } from './store.ts'

/** Changes a person's own details. @throws Refusal 409 when another account has the e-mail address */
export async function updateOwnAccount(platform: Platform, userId: string, profile: Profile): Promise<UserRow> {
  const changed = await updateUser(platform.db, userId, profile, instant(platform.clock))
  if (changed) return changed
  const sentence = 'En annen konto bruker denne e-postadressen'
  throw new Refusal(409, 'email_taken', sentence, { fields: { email: sentence } })
}

/** Deletes the user and with it every row that hangs on it: sessions, tokens, transfers, logs, mirrors. */
export async function deleteOwnAccount(platform: Platform, userId: string): Promise<void> {
  await deleteUser(platform.db, userId)
}
