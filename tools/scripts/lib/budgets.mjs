import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './paths.mjs'

const FONT_FILE = /\.(woff2?|ttf|otf|eot)$/i
const FONT_RULE = /@font-face|data:(application\/font|font\/)/i
const FOREIGN_IN_HTML =
  /<(?:script|link|img|iframe|source)\b[^>]*?(?:src|href)\s*=\s*["']?(?:https?:)?\/\/[^"'\s>]*/gi
const FOREIGN_IN_CSS = /(?:url\(|@import)\s*["']?(?:https?:)?\/\/[^"')\s;]*/gi

/**
 * Checks the size of a built browser folder against tools/scripts/budgets.json.
 * @param {string} folder the built folder, with Vite's manifest in `.vite/manifest.json`
 * @returns rows `{name, kib, limit}` (without a limit where there is none) and `problems`:
 *   sentences, empty when there are none
 */
export function weigh(folder) {
  const budgets = JSON.parse(readFileSync(path.join(root, 'tools/scripts/budgets.json'), 'utf8'))
  const manifest = JSON.parse(readFileSync(path.join(folder, '.vite', 'manifest.json'), 'utf8'))
  const kibOf = (files) =>
    [...files].reduce(
      (sum, file) => sum + gzipSync(readFileSync(path.join(folder, file)), { level: 9 }).length,
      0,
    ) / 1024
  const rows = []
  const problems = []
  const add = (name, kib, limit) => {
    rows.push({ name, kib, limit })
    if (limit !== undefined && kib > limit)
      problems.push(`${name}: ${kib.toFixed(1)} KiB, the budget is ${limit} KiB`)
  }

  for (const page of ['landing', 'shell']) {
    const { entry, rest, script } = budgets[page]
    if (!existsSync(path.join(folder, entry))) problems.push(`${page}: the build has no ${entry}`)
    // A page without scripts is missing from the manifest.
    else if (!manifest[entry]) add(`${page} script`, 0, script)
    else
      add(`${page} script`, kibOf(scriptsOf(manifest, withImports(manifest, entry, rest))), script)
  }

  const shell = manifest[budgets.shell.entry]
    ? withImports(manifest, budgets.shell.entry, budgets.shell.rest)
    : new Set()
  for (const [url, screen] of Object.entries(readScreens(folder))) {
    const files = new Set([...scriptsOf(manifest, shell), ...screen.scripts])
    add(`before the screen of ${url}`, kibOf(files), budgets.screens[url] ?? budgets.screens.others)
  }
  // The overlays above a screen are fetched as soon as the screen is idle.
  const { name, script } = budgets.overlays
  const overlays = withImports(
    manifest,
    Object.keys(manifest).find((key) => manifest[key].name === name),
  )
  const own = [...overlays].filter((each) => !shell.has(each))
  add('overlays', kibOf(scriptsOf(manifest, own)), script)
  for (const key of Object.keys(manifest).filter((each) => manifest[each].isDynamicEntry)) {
    const there = new Set([...shell, ...overlays, ...loadedBefore(manifest, key)])
    const own = [...withImports(manifest, key)].filter((each) => !there.has(each))
    add(`route ${key}`, kibOf(scriptsOf(manifest, own)), budgets.route)
  }

  for (const entry of Object.keys(manifest).filter((each) => manifest[each].isEntry)) {
    const css = [...withDynamicImports(manifest, entry)].flatMap((key) => manifest[key].css ?? [])
    add(`CSS of ${entry}`, kibOf(new Set(css)), budgets.css)
  }
  return { rows, problems: [...problems, ...foreignRequests(folder)] }
}

function readScreens(folder) {
  const file = path.join(folder, '.vite', 'screens.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

const withImports = (manifest, ...starts) =>
  reached(starts, (key) => manifest[key] && (manifest[key].imports ?? []))

const withDynamicImports = (manifest, start) =>
  reached(
    [start],
    (key) =>
      manifest[key] && [...(manifest[key].imports ?? []), ...(manifest[key].dynamicImports ?? [])],
  )

function reached(starts, nextOf) {
  const seen = new Set()
  const visit = (key) => {
    const next = nextOf(key)
    if (seen.has(key) || !next) return
    seen.add(key)
    next.forEach(visit)
  }
  starts.forEach(visit)
  return seen
}

/**
 * Returns the chunks that are loaded before a dynamically imported part (for example a dialog),
 * whichever page imports it. The part's budget counts only the chunks in addition to these.
 */
function loadedBefore(manifest, part) {
  const importers = Object.keys(manifest).filter((key) =>
    (manifest[key].dynamicImports ?? []).includes(part),
  )
  const loaded = importers.map((key) => withImports(manifest, key))
  return [...(loaded[0] ?? [])].filter((key) => loaded.every((each) => each.has(key)))
}

const scriptsOf = (manifest, keys) =>
  new Set([...keys].map((key) => manifest[key].file).filter((file) => file.endsWith('.js')))

/** Returns foreign requests in markup and styles; without any, no cookie banner is needed. */
function foreignRequests(folder) {
  const found = []
  for (const file of readdirSync(folder, { recursive: true })) {
    if (FONT_FILE.test(file)) found.push(`${file}: web fonts are not allowed`)
    if (!/\.(html|css)$/.test(file)) continue
    const text = readFileSync(path.join(folder, file), 'utf8')
    if (FONT_RULE.test(text)) found.push(`${file}: web fonts are not allowed`)
    for (const [match] of text.matchAll(file.endsWith('.css') ? FOREIGN_IN_CSS : FOREIGN_IN_HTML)) {
      if (!/rel\s*=\s*["']?canonical/i.test(match))
        found.push(`${file}: asks another host: ${match}`)
    }
  }
  return found
}

export function table(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length))
  return rows
    .map(
      ({ name, kib, limit }) =>
        `  ${name.padEnd(width)} ${kib.toFixed(1).padStart(7)} KiB${limit === undefined ? '' : ` of ${limit}`}`,
    )
    .join('\n')
}
