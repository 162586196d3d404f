import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNamed, isOwnFile, ownFileName, parseAttached } from './attached-file.ts'

const UUID = '3f2a1b4c-0d5e-4f60-8a7b-9c0d1e2f3a4b'

test('a file keeps its name, without what no system takes, and gets the ending of what it is', () => {
  expect(ownFileName('Bereder på vaskerom.JPG', UUID, 'jpeg')).toBe(
    `Bereder på vaskerom-${UUID}.jpeg`,
  )
  expect(ownFileName('../../etc/passwd\u0000.pdf', UUID, 'pdf')).toBe(`etc passwd-${UUID}.pdf`)
  expect(ownFileName('', UUID, 'png')).toBe(`vedlegg-${UUID}.png`)
  expect(ownFileName('x'.repeat(300), UUID, 'gif').length).toBeLessThan(110)
})

test('it is recognised wherever Fiken shows its name, and no other is taken for it', () => {
  fc.assert(
    fc.property(fc.string(), fc.uuid(), (name, uuid) => {
      const sent = ownFileName(name, uuid, 'pdf')
      const address = `https://fiken.no/api/v2/files/${UUID}/${encodeURIComponent(sent)}`
      for (const shown of [{ filename: sent }, { comment: sent }, { downloadUrl: address }]) {
        const there = parseAttached(shown)
        expect([isOwnFile(there), isNamed(there, uuid.toUpperCase())]).toEqual([true, true])
        expect(isNamed(there, '00000000-0000-4000-8000-000000000000')).toBe(
          uuid === '00000000-0000-4000-8000-000000000000',
        )
      }
    }),
  )
})

test('a file of a person is theirs, also where Fiken has a uuid in its address', () => {
  const theirs = [
    { downloadUrl: `https://fiken.no/api/v2/files/${UUID}/kvittering.pdf` },
    { identifier: UUID, comment: 'Kvittering' },
    { filename: 'faktura-2026-11-20.pdf' },
    {},
  ]
  expect(theirs.map((one) => isOwnFile(parseAttached(one)))).toEqual([false, false, false, false])
})
