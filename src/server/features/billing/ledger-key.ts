import { createHmac } from 'node:crypto'
import type { Vault } from '../../platform/vault.ts'

/**
 * Returns the keyed hashes of an e-mail address, with the current key first and the former keys
 * after it. The hashes identify a user who has deleted the account and registers again, without
 * storing the address.
 */
export function emailHashes(vault: Vault, email: string): [string, ...string[]] {
  const hashed = vault
    .deriveAll('the ledger of bills')
    .map((key) => createHmac('sha256', key).update(email.trim().toLowerCase()).digest('base64url'))
  const [current, ...former] = hashed
  if (current === undefined) throw new Error('The vault has no key')
  return [current, ...former]
}
