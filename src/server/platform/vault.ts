import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/**
 * Encrypts stored secrets (rule 24) with AES-256-GCM and a key derived from APP_SECRET. The
 * ciphertext has the key's id, so that keys can be rotated, and is bound to its owner and field, so
 * that a stolen row cannot be moved to another company.
 */
export interface Vault {
  /** Encrypts a secret as "v1.<key id>.<nonce>.<tag>.<ciphertext>" (base64url). */
  seal(plain: string, bound: { ownerId: string; field: string }): string
  /**
   * Decrypts a secret.
   * @throws Error if the text was sealed for another user or field, or with an unknown key
   */
  open(sealed: string, bound: { ownerId: string; field: string }): string
  /** Returns true if the secret is encrypted with the current key, false for a former key. */
  isCurrent(sealed: string): boolean
  /** Derives a key for another purpose (such as signing cookies) from the current secret. */
  derive(purpose: string): Buffer
  /**
   * Derives the same key from the current secret and from each former secret, to recognise values
   * made with any of them.
   */
  deriveAll(purpose: string): Buffer[]
}

export function createVault(secret: string, formerSecrets: readonly string[] = []): Vault {
  const current = keyOf(secret)
  const keys = new Map([secret, ...formerSecrets].map((s) => [keyOf(s).id, keyOf(s).key]))
  const additional = (bound: { ownerId: string; field: string }) =>
    Buffer.from(`${bound.ownerId}|${bound.field}`)
  return {
    seal(plain, bound) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce)
      cipher.setAAD(additional(bound))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return [
        'v1',
        current.id,
        nonce.toString('base64url'),
        cipher.getAuthTag().toString('base64url'),
        body.toString('base64url'),
      ].join('.')
    },
    open(sealed, bound) {
      const [version, id, nonce, tag, body] = sealed.split('.')
      const key = keys.get(id ?? '')
      if (version !== 'v1' || !key || !nonce || !tag || body === undefined)
        throw new Error('A sealed value cannot be opened with the keys at hand')
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'))
      decipher.setAAD(additional(bound))
      decipher.setAuthTag(Buffer.from(tag, 'base64url'))
      return Buffer.concat([
        decipher.update(Buffer.from(body, 'base64url')),
        decipher.final(),
      ]).toString('utf8')
    },
    isCurrent: (sealed) => sealed.split('.')[1] === current.id,
    derive: (purpose) => derived(secret, purpose),
    deriveAll: (purpose) => [secret, ...formerSecrets].map((each) => derived(each, purpose)),
  }
}

const derived = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `fakturabro ${purpose}`, 32))

function keyOf(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fakturabro vault', 32))
  return { key, id: createHash('sha256').update(key).digest('base64url').slice(0, 8) }
}

/** Encrypts a secret again with the current key; returns null if no key opens it. */
export function sealedAnew(
  vault: Vault,
  sealed: string,
  bound: { ownerId: string; field: string },
): string | null {
  try {
    return vault.seal(vault.open(sealed, bound), bound)
  } catch {
    return null
  }
}

/** Returns 256 random bits as base64url, for addresses and cookies. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(
    createHash('sha256').update(a).digest(),
    createHash('sha256').update(b).digest(),
  )
}
