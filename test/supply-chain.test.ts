import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ATTACHMENT_SCOPES, PAYMENT_SCOPE, SERVICEM8_SCOPES } from '#clients/servicem8/oauth'

const ROOT = path.join(import.meta.dirname, '..')

interface Package {
  name: string
  version: string
  license: string
  where: Set<string>
}
interface Component {
  'bom-ref': string
  hashes?: unknown[]
}

// Scripts that must run on any installed Node version are plain JavaScript, which the compiler does
// not check.
const script = (file: string) => import(path.join(ROOT, 'tools/scripts', file)) as Promise<unknown>
const { isFit, licenceRows, shippedPackages } = (await script('lib/shipped.mjs')) as {
  isFit: (license: string) => boolean
  licenceRows: () => Package[]
  shippedPackages: () => Map<string, Package>
}
const { sbomProblem, shippedDocument } = (await script('sbom.mjs')) as {
  sbomProblem: (version: string) => string | null
  shippedDocument: () => { bomFormat: string; components: Component[] }
}

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

function tableIn(document: string, mark: string): string[][] {
  const [, table = ''] =
    new RegExp(`<!-- ${mark} -->([\\s\\S]*?)<!-- /${mark} -->`).exec(document) ?? []
  return table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

describe('what is shipped', () => {
  test('has licences that a commercial product may be shipped with', () => {
    expect(licenceRows().filter(({ license }) => !isFit(license))).toEqual([])
  })

  test.each([
    'GPL-3.0-only',
    'AGPL-3.0',
    'MIT AND GPL-2.0',
    'SSPL-1.0',
    'UNLICENSED',
    '',
    'CC-BY-NC-4.0',
  ])('may not have the licence "%s"', (license) => expect(isFit(license)).toBe(false))
  test.each(['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC', 'Apache-2.0', 'LGPL-3.0-or-later'])(
    'may have %s',
    (license) => expect(isFit(license)).toBe(true),
  )

  test('is listed with its licences in docs/licences.md', () => {
    const listed = tableIn(read('docs/licences.md'), 'licences')
    const shipped = licenceRows().map(({ name, version, license, where }) => [
      name,
      version,
      license,
      [...where].sort().join(', '),
    ])
    expect(listed).toEqual(shipped)
  })

  test('cannot be listed by a too old npm, which is told with what to type instead', () => {
    expect(sbomProblem('9.2.0')).toBe(
      'npm 9.2.0 has no command for this, npm 10 has: npx npm@10 run sbom',
    )
    expect(sbomProblem('10.0.0')).toBeNull()
    expect(sbomProblem('11.6.1')).toBeNull()
  })

  test('is what the CycloneDX document names, each with a hash, and nothing of the tools', () => {
    const { bomFormat, components } = shippedDocument()
    expect(bomFormat).toBe('CycloneDX')
    const named = components.map((one) => one['bom-ref']).sort()
    expect(named).toEqual(
      licenceRows()
        .map(({ name, version }) => `${name}@${version}`)
        .sort(),
    )
    expect(components.every(({ hashes = [] }) => hashes.length > 0)).toBe(true)
    expect(named.some((ref) => /^(vitest|oxlint|typescript|playwright)/.test(ref))).toBe(false)
    expect(named.some((ref) => ref.startsWith('react@'))).toBe(true)
  })

  test('is pinned to the version, and runs nothing when it is installed', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'))
    const versions = Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    })
    // A package installed under an alias has its real name before the version.
    const pinned = /^(npm:[\w-]+@)?\d+\.\d+\.\d+/
    expect(versions.filter(([, version]) => !pinned.test(String(version)))).toEqual([])
    const { packages } = JSON.parse(read('package-lock.json'))
    const running = [...shippedPackages().keys()].filter(
      (place) => packages[place].hasInstallScript,
    )
    expect(running).toEqual([])
  })
})

describe('the threat model', () => {
  const threats = tableIn(read('SECURITY.md'), 'threats')

  test('names for each threat a test that is there', () => {
    expect(threats.length).toBeGreaterThan(20)
    for (const [threat, , tests = ''] of threats) {
      const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
      expect([threat, files.length > 0]).toEqual([threat, true])
      for (const file of files)
        expect([file, existsSync(path.join(ROOT, file))]).toEqual([file, true])
    }
  })
})

describe('docs/going-live.md', () => {
  test('gives a reason for each scope that is asked for, and names no other', () => {
    const listed = tableIn(read('docs/going-live.md'), 'scopes').map(([scope = '']) =>
      scope.replaceAll('`', ''),
    )
    expect(listed.toSorted()).toEqual(
      [...SERVICEM8_SCOPES, PAYMENT_SCOPE, ...ATTACHMENT_SCOPES].toSorted(),
    )
  })

  test('names only files and commands that are there', () => {
    for (const document of [
      'docs/going-live.md',
      'docs/databehandleravtale.md',
      'docs/operating.md',
    ]) {
      for (const [, target = ''] of read(document).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g))
        if (!target.startsWith('http'))
          expect([target, existsSync(path.join(ROOT, 'docs', target))]).toEqual([target, true])
      const { scripts } = JSON.parse(read('package.json'))
      for (const [, name = ''] of read(document).matchAll(/npm run ([\w:]+)/g))
        expect([name, name in scripts]).toEqual([name, true])
    }
  })
})
