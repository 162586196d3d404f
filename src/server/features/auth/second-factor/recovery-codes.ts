import { randomBytes } from 'node:crypto'
import { fingerprint } from '../../../platform/vault.ts'

const CODES = 10
/** Without letters and digits that are taken for each other. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 10

/** Codes to write down, for the day the phone is gone: each works once. */
export const newRecoveryCodes = (): string[] => Array.from({ length: CODES }, oneCode)

function oneCode(): string {
  let code = ''
  // Bytes beyond the last whole round of letters would favour the first ones.
  const most = 256 - (256 % LETTERS.length)
  while (code.length < LENGTH)
    for (const byte of randomBytes(LENGTH))
      if (byte < most && code.length < LENGTH) code += LETTERS.charAt(byte % LETTERS.length)
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

/** As a code is stored: however it was typed, and so that a copy of the table opens nothing. */
export const storedCode = (typed: string): string =>
  fingerprint(`recovery ${typed.toLowerCase().replaceAll(/[\s-]/g, '')}`)
