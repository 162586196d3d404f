// Finds a Chromium for the browser tests, and installs Debian's where that can be done without
// asking anyone.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, readdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isMain } from './lib/paths.mjs'
import { main, run, Trouble } from './lib/run.mjs'

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
]
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/**
 * The path of a browser that starts. Installs one on a Debian-like system when run as root; throws
 * a sentence otherwise.
 */
export async function ensureBrowser() {
  const given = process.env.CHROME_PATH?.trim()
  if (given) {
    if (!starts(given))
      throw new Trouble(`CHROME_PATH is ${given}, which is no browser that starts.`)
    return given
  }
  const found = find()
  if (found) return found
  if (isDebianLike() && process.getuid?.() === 0) {
    await installWithApt()
    const installed = find()
    if (installed) return installed
  }
  throw new Trouble(
    'The browser tests need Chromium or Chrome, and none was found. Install one (Debian: apt-get install chromium) or set CHROME_PATH.',
  )
}

function find() {
  const inPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((dir) => NAMES.map((name) => path.join(dir, name)))
  return [...PLACES, ...inPath, ...ofPlaywright()].find((file) => existsSync(file) && starts(file))
}

/** Browsers that Playwright has downloaded earlier, newest first. */
function ofPlaywright() {
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ??
    (process.platform === 'darwin'
      ? path.join(os.homedir(), 'Library/Caches/ms-playwright')
      : path.join(os.homedir(), '.cache/ms-playwright'))
  if (!existsSync(cache)) return []
  const folders = readdirSync(cache).filter((name) => /^chromium-\d+$/.test(name))
  return folders
    .sort()
    .reverse()
    .flatMap((name) =>
      ['chrome-linux/chrome', 'chrome-linux64/chrome'].map((file) => path.join(cache, name, file)),
    )
}

// Existing is not enough: on Ubuntu /usr/bin/chromium-browser is a script that only says where to
// get the browser.
function starts(file) {
  try {
    accessSync(file, constants.X_OK)
  } catch {
    return false
  }
  if (process.platform === 'win32') return true
  const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return status === 0 && /\d+\.\d+/.test(stdout)
}

function isDebianLike() {
  if (!existsSync('/etc/os-release') || !existsSync('/usr/bin/apt-get')) return false
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'))
}

async function installWithApt() {
  console.log('No browser was found; installing chromium with apt-get …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Another apt-get may be at work; it is waited for.
  const wait = ['-o', 'DPkg::Lock::Timeout=300', '-q']
  for (const args of [
    ['update', ...wait],
    ['install', '-y', ...wait, '--no-install-recommends', 'chromium', 'fonts-liberation'],
  ]) {
    const { code, output } = await run('apt-get', args, { env, capture: true })
    if (code !== 0)
      throw new Trouble(
        `apt-get ${args[0]} failed:\n${output.trim().split('\n').slice(-15).join('\n')}`,
      )
  }
}

if (isMain(import.meta.url)) await main(async () => console.log(await ensureBrowser()))
