// Lists the installed packages that reach a customer's server or browser. Reads the lockfile, so
// that the list is the same on all platforms.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from './paths.mjs'

/**
 * Returns the shipped packages by their path in the lockfile: the server's dependencies, the
 * packages that the browser's part imports (bundled, hence development dependencies), the runtime
 * itself, and all their dependencies. Each value has name, version, license (SPDX; "" = none given)
 * and where the package runs.
 */
export function shippedPackages() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const found = new Map()
  const add = (name, from, where) => {
    const place = placeOf(packages, name, from)
    if (place === undefined) return
    const known = found.get(place)
    if (known?.where.has(where)) return
    const { version, license = '', dependencies, optionalDependencies } = packages[place]
    const entry = known ?? { name, version, license, where: new Set() }
    entry.where.add(where)
    found.set(place, entry)
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies }))
      add(next, place, where)
  }
  for (const name of Object.keys(packages[''].dependencies)) add(name, '', 'server')
  for (const name of Object.keys(packages[''].optionalDependencies)) add(name, '', 'runtime')
  for (const name of importedByTheBrowser()) add(name, '', 'browser')
  return found
}

/** Returns the path where Node finds an imported package: in the nearest node_modules above. */
function placeOf(packages, name, from) {
  for (
    let folder = from;
    ;
    folder = folder.replace(/(^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/, '')
  ) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[place]) return place
    if (folder === '') return undefined
  }
}

function importedByTheBrowser() {
  const names = new Set()
  for (const folder of ['src/web', 'src/shared'])
    for (const file of readdirSync(path.join(root, folder), { recursive: true })) {
      if (!/\.(tsx?|css)$/.test(file) || /\.test\.tsx?$/.test(file)) continue
      const text = readFileSync(path.join(root, folder, file), 'utf8')
      for (const [, name] of text.matchAll(
        /(?:from|import)\s*\(?['"]((?:@[\w.-]+\/)?[\w-][\w.-]*)/g,
      ))
        names.add(name)
    }
  return names
}

export function licenceRows() {
  const rows = new Map()
  for (const { name, version, license, where } of shippedPackages().values()) {
    const key = `${name} ${version}`
    const row = rows.get(key) ?? { name, version, license, where: new Set() }
    for (const each of where) row.where.add(each)
    rows.set(key, row)
  }
  return [...rows.values()].sort((one, other) =>
    one.name < other.name ? -1 : one.name > other.name ? 1 : one.version < other.version ? -1 : 1,
  )
}

/** Licences that allow shipping in a commercial product without publishing its source. */
const FIT = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  // Only for libvips: an unchanged library file beside ours, which anybody can replace.
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Unlicense',
  'Zlib',
])

export function isFit(license) {
  const plain = license.replace(/[()]/g, '').trim()
  if (plain === '') return false
  return plain
    .split(/\s+OR\s+/i)
    .some((choice) => choice.split(/\s+AND\s+/i).every((one) => FIT.has(one.trim())))
}
