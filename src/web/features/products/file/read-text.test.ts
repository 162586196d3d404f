import { expect, test } from 'vitest'
import { textOf } from './read-text.ts'

const bytes = (...codes: number[]) => Uint8Array.from(codes).buffer

test('a file is read as UTF-8 with or without its mark, and else as Excel on Windows writes it', () => {
  const written = new TextEncoder().encode('Rør')
  expect(textOf(written.buffer)).toBe('Rør')
  expect(textOf(bytes(0xef, 0xbb, 0xbf, ...written))).toBe('Rør')
  expect(textOf(bytes(0x52, 0xf8, 0x72))).toBe('Rør')
})
