// Finds a Chromium for the browser tests, and installs Debian's Chromium if that needs no
// confirmation.
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

/** Package of Chromium without a window, which uses a third less of the machine in tests. */
const SHELL = 'chromium-headless-shell'

/**
 * Returns the path of a browser that starts. Installs one on a Debian-like system when run as root.
 * @throws Error with a sentence for the user if there is no browser
 */
export async function ensureBrowser() {
  const browser = given() ?? find() ?? (await installed('chromium', find))
  if (browser) return browser
  throw new Trouble(
    'The browser tests need Chromium or Chrome, and none was found. Install one (Debian: apt-get install chromium) or set CHROME_PATH.',
  )
}

/** Finds a browser like {@link ensureBrowser}, but prefers or installs the one without a window. */
export async function ensureHeadlessBrowser() {
  return given() ?? findShell() ?? (await installed(SHELL, findShell)) ?? ensureBrowser()
}

function given() {
  const file = process.env.CHROME_PATH?.trim()
  if (!file) return undefined
  if (!starts(file)) throw new Trouble(`CHROME_PATH is ${file}, which is no browser that starts.`)
  return file
}

const find = () => firstOf([...PLACES, ...inPath(NAMES), ...ofPlaywright()])
const findShell = () => firstOf([`/usr/bin/${SHELL}`, ...inPath([SHELL])])

const firstOf = (files) => files.find((file) => existsSync(file) && starts(file))

const inPath = (names) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((dir) => names.map((name) => path.join(dir, name)))

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

// That the file exists is not enough: on Ubuntu, /usr/bin/chromium-browser is a script that only
// says where to get the browser.
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

/** Installs a package. Returns undefined if the system cannot do so or lacks the package. */
async function installed(name, findIt) {
  if (!isDebianLike() || process.getuid?.() !== 0) return undefined
  console.log(`No ${name} was found; installing it with apt-get …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Waits for another apt-get that might be running.
  const wait = ['-o', 'DPkg::Lock::Timeout=300', '-q']
  for (const args of [
    ['update', ...wait],
    ['install', '-y', ...wait, '--no-install-recommends', name, 'fonts-liberation'],
  ]) {
    const { code, output } = await run('apt-get', args, { env, capture: true })
    if (code !== 0) {
      console.log(`apt-get ${args[0]} failed:\n${output.trim().split('\n').slice(-15).join('\n')}`)
      return undefined
    }
  }
  return findIt()
}

if (isMain(import.meta.url)) await main(async () => console.log(await ensureBrowser()))
