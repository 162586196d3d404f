// The installed packages that reach a customer's server or browser, read from the lockfile, so that
// they are the same on every platform.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from './paths.mjs'

/**
 * Returns the shipped packages by their place in the lockfile: the server's dependencies, the
 * browser part's imports (bundled, hence development dependencies), the runtime itself, and
 * whatever these need. Values: name, version, license (SPDX; "" = none named), and where it runs.
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

/**
 * Returns the place where Node would find a package from another: the nearest node_modules above.
 */
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

/** Returns rows for the list: one per package and version, sorted. */
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

/** Licences that let a commercial product be shipped without opening it. */
const FIT = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  // libvips alone: an unchanged library file beside ours, which anybody may replace.
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Unlicense',
  'Zlib',
])

/** Returns true for an SPDX expression (AND, OR) that a commercial product may ship. */
export function isFit(license) {
  const plain = license.replace(/[()]/g, '').trim()
  if (plain === '') return false
  return plain
    .split(/\s+OR\s+/i)
    .some((choice) => choice.split(/\s+AND\s+/i).every((one) => FIT.has(one.trim())))
}
