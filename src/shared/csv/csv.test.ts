import { describe, expect, it } from 'vitest'
import { csv } from './csv.ts'

describe('a file for Norwegian Excel', () => {
  it('begins with a byte order mark, and has semicolons and CRLF', () => {
    expect(csv([{ tid: '21.11.2026', antall: 2 }])).toBe('\uFEFFtid;antall\r\n21.11.2026;2\r\n')
  })
  it('puts text with separators, quotes or line breaks in quotes', () => {
    expect(csv([{ a: 'x;y', b: 'sa "hei"', c: 'to\nlinjer' }])).toContain(
      '"x;y";"sa ""hei""";"to\nlinjer"',
    )
  })
  it('turns into text what a spreadsheet would run', () => {
    const written = csv(['=1+1', '+47 22', '-x', '@SUM', '\t=1', '-12,5'].map((a) => ({ a })))
    expect(written.split('\r\n').slice(1, -1)).toEqual([
      "'=1+1",
      "'+47 22",
      "'-x",
      "'@SUM",
      "'\t=1",
      '-12,5',
    ])
  })
  it('leaves a cell empty when there is no value', () => {
    expect(csv([{ a: null, b: undefined, c: '' }])).toBe('\uFEFFa;b;c\r\n;;\r\n')
  })
})
