// Installs the dependencies exactly as in package-lock.json if they are missing or differ.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { withLock } from './lib/lock.mjs'
import { isMain, pinnedNodePath, root } from './lib/paths.mjs'
import { main, run, Trouble } from './lib/run.mjs'

const SAY_EVERY_MS = 5_000

/** Makes node_modules match package-lock.json; returns true if it had to install. */
export async function ensureInstalled() {
  if (whatIsMissing() === undefined) return false
  return withLock('install', async () => {
    const reason = whatIsMissing()
    if (reason === undefined) return false
    console.log(`Installing the dependencies (${reason}) …`)
    const stopSaying = sayHowFar()
    let code = await install()
    if (code !== 0) {
      console.log('The installation failed; trying once more …')
      code = await install()
    }
    stopSaying()
    if (code !== 0)
      throw new Trouble(
        'npm ci failed; see its messages above. Is the npm registry reachable?',
        code,
      )
    const still = whatIsMissing()
    if (still !== undefined) throw new Trouble(`npm ci finished, but ${still}.`)
    return true
  })
}

/** Says every few seconds how many packages are there; returns the function that ends it. */
function sayHowFar() {
  const files = Object.entries(packagesOf('package-lock.json'))
    .filter(([name, entry]) => name !== '' && needed(entry))
    .map(([name]) => path.join(root, name, 'package.json'))
  const began = performance.now()
  const timer = setInterval(() => {
    const there = files.filter((file) => existsSync(file)).length
    const seconds = Math.round((performance.now() - began) / 1_000)
    console.log(`  ${there} of ${files.length} packages after ${seconds} s`)
  }, SAY_EVERY_MS).unref()
  return () => clearInterval(timer)
}

/** Returns the first difference between node_modules and package-lock.json, or `undefined`. */
function whatIsMissing() {
  const wanted = packagesOf('package-lock.json')
  if (!wanted) throw new Trouble('package-lock.json is missing or cannot be read.')
  if (!existsSync(path.join(root, 'node_modules'))) return 'node_modules is missing'
  // npm records what it actually installed; comparing the two files takes a few milliseconds.
  const installed = packagesOf('node_modules/.package-lock.json')
  if (!installed) return 'node_modules is incomplete'
  for (const [name, entry] of Object.entries(wanted)) {
    if (name === '') continue
    const there = installed[name]
    if (!there && !needed(entry)) continue
    if (!there || !existsSync(path.join(root, name)))
      return `${name.replace('node_modules/', '')} is missing`
    if (there.version !== entry.version || there.integrity !== entry.integrity)
      return `${name} has another version`
  }
  const pinned = pinnedNodePath()
  if (pinned && !existsSync(pinned)) return 'the pinned Node is missing'
  return undefined
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages
  } catch {
    return undefined
  }
}

// An optional package can be missing because it is for another platform. An optional package
// without a platform belongs to such a package (the WebAssembly fallbacks), so its absence is not
// an error.
function needed(entry) {
  if (!entry.optional) return true
  if (!entry.os && !entry.cpu) return false
  return (
    matches(entry.os, process.platform) &&
    matches(entry.cpu, process.arch) &&
    matches(entry.libc, libc())
  )
}

const matches = (list, value) =>
  list === undefined || value === undefined || [list].flat().includes(value)

function libc() {
  if (process.platform !== 'linux') return undefined
  return process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

// NODE_ENV=production, or omit= in an .npmrc, would leave out the build tools and the pinned Node,
// which must be an optional package (one per platform). No package needs an install script, so
// install scripts are not allowed to run.
function install() {
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--include=peer',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ]
  const env = { ...process.env }
  for (const name of [
    'NODE_ENV',
    'npm_config_omit',
    'npm_config_only',
    'npm_config_production',
    'npm_config_optional',
  ])
    delete env[name]
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  // Under npm, npm's own Node runs the installation: `node` in PATH can be the pinned one, which is
  // about to be replaced.
  if (npm && /npm-cli\.c?js$/.test(npm))
    return run(node ?? process.execPath, [npm, ...args], { env }).then(({ code }) => code)
  return run('npm', args, { env, shell: process.platform === 'win32' }).then(({ code }) => code)
}

if (isMain(import.meta.url)) await main(async () => void (await ensureInstalled()))
