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

export interface Resealed {
  resealed: number
  current: number
  /**
   * The number of rows that neither the current nor the former key can decrypt; they are left
   * unchanged.
   */
  lost: number
}

type SecretFate = keyof Resealed

/**
 * Encrypts vendor tokens and webhook secrets with the current key where a former key was used (rule
 * 24). Can run at any time and repeatedly: a write is skipped if the value has changed since it was
 * read, and a token renewed in the meantime has the current key anyway.
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
  const reseal = (
    { id, vendor, sealedFor }: SealedTokens,
    kind: 'access' | 'refresh',
    sealed: string,
  ) => {
    const field = tokenField(vendor, kind)
    return vault.seal(vault.open(sealed, { ownerId: sealedFor, field }), { ownerId: id, field })
  }
  let row: SealedTokens | null = first
  // If another process has changed the row between reading and writing, the row is read again.
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
        refreshToken: row.refreshToken && reseal(row, 'refresh', row.refreshToken),
        sealedFor: row.id,
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
  { companyId, secret }: { companyId: string; secret: string },
): Promise<SecretFate> {
  if (vault.isCurrent(secret)) return 'current'
  const next = sealedAnew(vault, secret, { ownerId: companyId, field: SECRET_FIELD })
  if (next === null) return 'lost'
  // A secret changes only when the user disconnects and connects again, and the new secret has the
  // current key.
  await putSecret(db, companyId, secret, next)
  return 'resealed'
}
