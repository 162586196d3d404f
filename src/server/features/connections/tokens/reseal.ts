import type { Db } from '../../../platform/database/database.ts'
import { sealedAnew, type Vault } from '../../../platform/vault.ts'
import {
  allSealedSecrets,
  allSealedTokens,
  putSecret,
  putTokens,
  SECRET_FIELD,
  sealedTokensOf,
  type SealedTokens,
} from './sealed-store.ts'
import { tokenField } from './grant-row.ts'

/** The outcome of re-sealing the grants and webhook secrets of all users, counted by row. */
export interface Resealed {
  resealed: number
  /** Rows that had the present key already. */
  current: number
  /** Rows that neither key opens; they are left as they are. */
  lost: number
}

type SecretFate = keyof Resealed

/**
 * Seals vendor tokens and webhook secrets that have a former key with the present one (rule 24).
 * May run while the product does, any number of times: every write is conditional on the value
 * read, and a token renewed meanwhile has the present key anyway.
 */
export async function resealSecrets(platform: { db: Db; vault: Vault }): Promise<Resealed> {
  const counts: Resealed = { resealed: 0, current: 0, lost: 0 }
  for (const row of await allSealedTokens(platform.db))
    counts[await resealTokens(platform, row)] += 1
  for (const row of await allSealedSecrets(platform.db))
    counts[await resealSecret(platform, row)] += 1
  return counts
}

async function resealTokens(
  { db, vault }: { db: Db; vault: Vault },
  first: SealedTokens,
): Promise<SecretFate> {
  const reseal = (row: SealedTokens, kind: 'access' | 'refresh', sealed: string | null) => {
    if (sealed === null) return null
    const bound = { userId: row.userId, field: tokenField(row.vendor, kind) }
    return vault.seal(vault.open(sealed, bound), bound)
  }
  let row: SealedTokens | null = first
  // A concurrent write between reading and writing makes another round.
  while (row) {
    if (
      [row.accessToken, row.refreshToken].every(
        (sealed) => sealed === null || vault.isCurrent(sealed),
      )
    )
      return 'current'
    let next
    try {
      next = {
        accessToken: reseal(row, 'access', row.accessToken),
        refreshToken: reseal(row, 'refresh', row.refreshToken),
      }
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
): Promise<SecretFate> {
  if (vault.isCurrent(secret)) return 'current'
  const next = sealedAnew(vault, secret, { userId, field: SECRET_FIELD })
  if (next === null) return 'lost'
  // A secret changes only by disconnecting and reconnecting, and then it has the present key.
  await putSecret(db, userId, secret, next)
  return 'resealed'
}
