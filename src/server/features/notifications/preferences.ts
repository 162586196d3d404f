import { instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { findPreferences, putPreferences, type Preferences } from './store.ts'

const ALL: Preferences = { failureMail: true, weeklySummary: true }

/** Which mails the user wants: all of them until they have said otherwise. */
export async function preferencesOf(db: Db, userId: string): Promise<Preferences> {
  return (await findPreferences(db, userId)) ?? ALL
}

export async function savePreferences(
  platform: Platform,
  userId: string,
  preferences: Preferences,
): Promise<Preferences> {
  await putPreferences(platform.db, userId, preferences, instant(platform.clock))
  return preferences
}
