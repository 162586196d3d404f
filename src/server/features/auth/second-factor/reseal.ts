import type { Db } from '../../../platform/database/database.ts'
import { sealedAnew, type Vault } from '../../../platform/vault.ts'
import { SECRET_FIELD } from './check-code.ts'
import { allFactors, replaceSecret } from './store.ts'

/**
 * Encrypts the TOTP secrets with the current key, as part of `rotate-key`. A secret that neither
 * the current nor the former key can decrypt is left unchanged.
 */
export async function resealFactors({
  db,
  vault,
}: {
  db: Db
  vault: Vault
}): Promise<{ resealed: number; current: number; lost: number }> {
  const counts = { resealed: 0, current: 0, lost: 0 }
  for (const row of await allFactors(db)) {
    if (vault.isCurrent(row.secret)) counts.current += 1
    else {
      const bound = { ownerId: row.userId, field: SECRET_FIELD }
      const next = sealedAnew(vault, row.secret, bound)
      if (next !== null) await replaceSecret(db, row, next)
      counts[next === null ? 'lost' : 'resealed'] += 1
    }
  }
  return counts
}
