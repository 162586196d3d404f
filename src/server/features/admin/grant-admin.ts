import type { Db } from '../../platform/database/database.ts'
import { recordActivity } from '../activity-log/record.ts'
import { changeRights, userByEmail } from '../auth/store.ts'

export type Granted = 'granted' | 'already' | 'inactive' | 'unknown'

/**
 * Grants an account administrator rights, effective from the account's next request. The operator
 * creates the first administrator in this way (rule 22).
 */
export async function grantAdmin(db: Db, address: string, at: Date): Promise<Granted> {
  const email = address.trim().toLowerCase()
  return db.transaction(async (tx) => {
    const user = await userByEmail(tx, email)
    if (!user) return 'unknown'
    if (!user.isActive) return 'inactive'
    if (user.isAdmin) return 'already'
    await changeRights(tx, user.id, { isAdmin: true }, at)
    await recordActivity(tx, {
      companyId: null,
      actor: null,
      type: 'configuration',
      action: 'admin_granted',
      description: `${email} fikk administratorrettigheter av den som drifter tjenesten`,
      success: true,
      metadata: { target: { id: user.id, email } },
      at,
    })
    return 'granted'
  })
}
