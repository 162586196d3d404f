// npm run sbom: writes the shipped packages as a CycloneDX document with npm's own command, to
// dist/sbom.json or to the named file.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isMain, root } from './lib/paths.mjs'
import { main, Trouble } from './lib/run.mjs'
import { shippedPackages } from './lib/shipped.mjs'

/**
 * Returns npm's document for a package that depends on exactly the shipped packages: packages only
 * needed for building and testing are left out, and the packages of all platforms are included.
 */
export function shippedDocument() {
  const { name, version, license, ...ours } = readJson('package.json')
  const lock = readJson('package-lock.json')
  const shipped = shippedPackages()
  const direct = { ...ours.dependencies, ...ours.devDependencies }
  const dependencies = Object.fromEntries(
    Object.entries(direct).filter(([each]) => shipped.has(`node_modules/${each}`)),
  )
  const { optionalDependencies } = ours
  const self = { name, version, license, dependencies, optionalDependencies }
  const packages = Object.fromEntries(
    [...shipped.keys()].map((place) => {
      const { dev: _dev, devOptional: _devOptional, ...entry } = lock.packages[place]
      return [place, entry]
    }),
  )
  const folder = mkdtempSync(path.join(tmpdir(), 'fakturabro-sbom-'))
  try {
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(self))
    writeFileSync(
      path.join(folder, 'package-lock.json'),
      JSON.stringify({ name, version, lockfileVersion: 3, packages: { '': self, ...packages } }),
    )
    requireSbomCommand()
    const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
    const options = { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }
    return JSON.parse(
      execFileSync('npm', args, { ...options, shell: process.platform === 'win32' }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Checks for npm 10 or newer, because an older npm's error would not say what to do. */
function requireSbomCommand() {
  const version = execFileSync('npm', ['--version'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  }).trim()
  const problem = sbomProblem(version)
  if (problem !== null) throw new Trouble(problem)
}

/** Returns a message if this version of npm is too old, otherwise null. */
export function sbomProblem(version) {
  return Number.parseInt(version, 10) >= 10
    ? null
    : `npm ${version} has no command for this, npm 10 has: npx npm@10 run sbom`
}

const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

if (isMain(import.meta.url)) {
  await main(() => {
    const file = path.resolve(root, process.argv[2] ?? 'dist/sbom.json')
    const document = shippedDocument()
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`)
    console.log(
      `${document.components.length} packages are listed in ${path.relative(root, file)}.`,
    )
  })
}
