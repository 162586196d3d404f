import { expect, test } from 'vitest'
import { charsetOf } from './charset.ts'

const bytes = (...codes: number[]) => Uint8Array.from(codes).buffer

test('a file is sent as UTF-8 with or without its mark, and else as Excel on Windows writes it', () => {
  const written = new TextEncoder().encode('Rør')
  expect(charsetOf(written.buffer)).toBe('utf-8')
  expect(charsetOf(bytes(0xef, 0xbb, 0xbf, ...written))).toBe('utf-8')
  expect(charsetOf(bytes(0x52, 0xf8, 0x72))).toBe('windows-1252')
})
