// npm run screenshots: takes pictures of the product, logged in. Without --url, starts the product
// with the sandbox and makes the pictures that are checked in: the landing page's
// (src/web/landing/pictures) and the README's (docs/dashboard.png). With --url, takes pictures of
// the product at that address:
//   npm run screenshots
//   npm run screenshots -- --url=http://localhost:3000 --out=pictures --routes=/,/transfers
// Further options: --email= --password= (the demo user's by default), --widths=1280,360
// --themes=light,dark --full (the whole page), --scale=2 (pixels per CSS pixel).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { ensureBuilt } from './build.mjs'
import { ensureBrowser } from './ensure-browser.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { root, runtimeNode } from './lib/paths.mjs'
import { main, toolEnv, Trouble } from './lib/run.mjs'

const DEFAULTS = {
  url: '',
  out: 'test-results/pictures',
  routes: '/,/transfers,/configuration,/customers,/product-sync,/errors',
  email: 'demo@fakturabro.test',
  password: 'demo-passord-1',
  widths: '1280,360',
  themes: 'light,dark',
  scale: '2',
}
/** The landing page's pictures (captions in landing.html), and the actions that lead to each. */
const LANDING = [
  { name: 'dashboard', route: '/' },
  { name: 'transfer', route: '/transfers', act: openDrawer },
  { name: 'products', route: '/product-sync', act: seeTheList },
  { name: 'product-sync', route: '/product-sync', act: openSmartSync },
  { name: 'reconciliation', route: '/reconciliation', act: checkTheMonth },
]
const LANDING_FOLDER = 'src/web/landing/pictures'
// Wide enough for every table to show all its columns.
const DESK = { width: 1280, height: 864 }
const PHONE = { width: 390, height: 640 }
/** Maximum width of a viewport shown as a phone: with touch, and scrollbars that take no space. */
const PHONE_MOST = 600
const QUALITY = 0.82
// Without these flags, Chromium contacts its maker's hosts for updates and the like, even in
// headless mode.
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

await main(async () => {
  const options = read(process.argv.slice(2))
  await ensureInstalled()
  const executablePath = await ensureBrowser()
  const { chromium } = await import('playwright-core')
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...QUIET] : QUIET
  const browser = await chromium.launch({ executablePath, args })
  try {
    await (options.url
      ? lookAround(browser, options)
      : inWorld((world) => checkedIn(browser, world)))
  } finally {
    await browser.close()
  }
})

function read(args) {
  const options = { ...DEFAULTS, full: false }
  for (const arg of args) {
    const [, name, value] = /^--([a-z]+)(?:=(.*))?$/.exec(arg) ?? []
    if (!name || !(name in options))
      throw new Trouble(`Unknown option ${arg}. There are: ${Object.keys(options).join(', ')}`, 2)
    options[name] = value ?? true
  }
  return { ...options, url: options.url.replace(/\/+$/, '') }
}

async function lookAround(browser, options) {
  const folder = path.resolve(root, options.out)
  mkdirSync(folder, { recursive: true })
  const storageState = await logIn(browser, options)
  for (const theme of options.themes.split(',')) {
    for (const width of options.widths.split(',').map(Number)) {
      const page = await openPage(browser, {
        storageState,
        theme,
        scale: Number(options.scale),
        viewport: { width, height: width < PHONE_MOST ? 780 : 900 },
      })
      for (const route of options.routes.split(',')) {
        await page.goto(options.url + route)
        await page.settled()
        const file = `${route === '/' ? 'dashboard' : route.slice(1).replaceAll('/', '-')}-${width}-${theme}.png`
        await page.screenshot({
          path: path.join(folder, file),
          fullPage: options.full,
          animations: 'disabled',
        })
        console.log(path.join(folder, file))
      }
      await page.context().close()
    }
  }
}

async function inWorld(work) {
  await ensureBuilt()
  const child = spawn(
    runtimeNode(),
    ['--conditions=source', 'test/support/browser/pictured-world.ts'],
    {
      cwd: root,
      env: toolEnv(),
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'exit')
  try {
    const lines = createInterface({ input: child.stdout })
    const [line] = await Promise.race([once(lines, 'line'), ended.then(() => [''])])
    if (!line) throw new Trouble('The world to take pictures of did not start; see above.')
    await work(JSON.parse(line))
  } finally {
    child.stdin.end()
    await ended
  }
}

async function checkedIn(browser, world) {
  const storageState = await logIn(browser, world)
  const folder = path.join(root, LANDING_FOLDER)
  mkdirSync(folder, { recursive: true })
  for (const theme of ['light', 'dark']) {
    for (const viewport of [DESK, PHONE]) {
      const page = await openPage(browser, {
        storageState,
        theme,
        viewport,
        scale: viewport === DESK ? 1.25 : 2,
      })
      for (const { name, route, act } of LANDING) {
        await page.goto(world.url + route)
        await page.settled()
        await act?.(page)
        await page.settled()
        const png = await page.screenshot({ animations: 'disabled' })
        const file = path.join(
          folder,
          `${name}-${viewport === DESK ? 'wide' : 'phone'}-${theme}.webp`,
        )
        writeFileSync(file, await webp(browser, png))
        console.log(path.relative(root, file))
        if (name === 'dashboard' && viewport === DESK && theme === 'light') {
          const readme = path.join(root, 'docs/dashboard.png')
          await page.screenshot({ path: readme, animations: 'disabled' })
          console.log(path.relative(root, readme))
        }
      }
      await page.context().close()
    }
  }
}

async function openDrawer(page) {
  const done = page.locator('[data-row]').filter({ hasText: 'Fullført' })
  await done
    .getByRole('button', { name: /^Vis detaljer/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

async function seeTheList(page) {
  const list = page.getByRole('region', { name: 'Produktsynkronisering' })
  await list.locator('[data-row]').first().waitFor()
  await list.evaluate((one) => one.scrollIntoView())
}

async function openSmartSync(page) {
  await page.getByRole('button', { name: 'Smart Sync' }).click()
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
}

async function checkTheMonth(page) {
  const check = page.getByRole('button', { name: 'Sjekk nå' })
  if (await check.isVisible()) await check.click()
  await page.getByRole('button', { name: 'Sjekk på nytt' }).waitFor()
}

/** Converts a picture to WebP in the browser, because Chromium cannot save screenshots as WebP. */
async function webp(browser, png) {
  const page = await browser.newPage()
  const encoded = await page.evaluate(
    async ([source, quality]) => {
      const { Image, document } = globalThis
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      canvas.getContext('2d').drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', quality)
    },
    [`data:image/png;base64,${png.toString('base64')}`, QUALITY],
  )
  await page.close()
  return Buffer.from(encoded.split(',')[1], 'base64')
}

async function logIn(browser, { url, email, password }) {
  const context = await browser.newContext()
  const answer = await context.request.post(`${url}/api/auth/login`, {
    data: { email, password },
    headers: { origin: url },
  })
  if (!answer.ok())
    throw new Trouble(
      `Could not log in at ${url} as ${email}: ${answer.status()} ${await answer.text()}`,
    )
  const state = await context.storageState()
  await context.close()
  return state
}

/** Opens a tab; the returned `settled()` waits until the page is idle. */
async function openPage(browser, { storageState, theme, viewport, scale }) {
  const phone = viewport.width < PHONE_MOST
  const context = await browser.newContext({
    storageState,
    viewport,
    isMobile: phone,
    hasTouch: phone,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'nb-NO',
    timezoneId: 'Europe/Oslo',
    deviceScaleFactor: scale,
  })
  const page = await context.newPage()
  const requests = watchRequests(page)
  return Object.assign(page, { settled: () => settled(page, requests) })
}

/** Returns the set of requests in progress, without the event stream, which never ends. */
function watchRequests(page) {
  const open = new Set()
  page.on('request', (request) => request.resourceType() !== 'eventsource' && open.add(request))
  for (const end of ['requestfinished', 'requestfailed'])
    page.on(end, (request) => open.delete(request))
  return open
}

/** Waits for half a second without requests or loading, for at most ten seconds. */
async function settled(page, requests) {
  const deadline = Date.now() + 10_000
  for (let quiet = 0; quiet < 5 && Date.now() < deadline;) {
    await page.waitForTimeout(100)
    const busy = requests.size > 0 || (await page.locator('[aria-busy="true"]').count()) > 0
    quiet = busy ? 0 : quiet + 1
  }
}
