import type { Db } from '../../platform/database/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { allSealedSecrets, allSealedTokens, putSecret, putTokens, sealedTokensOf, type SealedTokens } from './sealed-store.ts'
import { tokenField } from './grant-row.ts'
import { SECRET_FIELD } from './webhook-subscription.ts'

/** What became of the grants and webhook secrets of all users, counted by row. */
export interface Resealed {
  resealed: number
  /** Had the present key already. */
  current: number
  /** Neither the present nor the former key opens them; they are left as they are. */
  lost: number
}

type Outcome = keyof Resealed

/**
 * Seals vendor tokens and webhook secrets that have a former key with the present one (decision 24). May run while the product does,
 * and as often as one likes: every write is conditional on what was read, and a token renewed meanwhile has the present key anyway.
 */
export async function resealSecrets(platform: { db: Db; vault: Vault }): Promise<Resealed> {
  const counts: Resealed = { resealed: 0, current: 0, lost: 0 }
  for (const row of await allSealedTokens(platform.db)) counts[await resealTokens(platform, row)] += 1
  for (const row of await allSealedSecrets(platform.db)) counts[await resealSecret(platform, row)] += 1
  return counts
}

async function resealTokens({ db, vault }: { db: Db; vault: Vault }, first: SealedTokens): Promise<Outcome> {
  const anew = (row: SealedTokens, kind: 'access' | 'refresh', sealed: string | null) => {
    if (sealed === null) return null
    const bound = { userId: row.userId, field: tokenField(row.vendor, kind) }
    return vault.seal(vault.open(sealed, bound), bound)
  }
  let row: SealedTokens | null = first
  // Somebody else may write between reading and writing: then it is read again.
  while (row) {
    if ([row.accessToken, row.refreshToken].every((sealed) => sealed === null || vault.isCurrent(sealed))) return 'current'
    let next
    try {
      next = { accessToken: anew(row, 'access', row.accessToken), refreshToken: anew(row, 'refresh', row.refreshToken) }
    } catch {
      return 'lost'
    }
    if (await putTokens(db, row, next)) return 'resealed'
    row = await sealedTokensOf(db, row.id)
  }
  return 'current'
}

async function resealSecret(
  { db, vault }: { db: Db; vault: Vault },
  { userId, secret }: { userId: string; secret: string },
): Promise<Outcome> {
  if (vault.isCurrent(secret)) return 'current'
  const bound = { userId, field: SECRET_FIELD }
  let next
  try {
    next = vault.seal(vault.open(secret, bound), bound)
  } catch {
    return 'lost'
  }
  // A secret never changes but by leaving and coming back, and what comes back has the present key.
  await putSecret(db, userId, secret, next)
  return 'resealed'
}
