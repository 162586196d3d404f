// Takes pictures of a running product, logged in, at two widths and in light and dark:
//   npm run screenshots -- --url=http://localhost:3000 --out=docs/pictures --routes=/,/transfers,/configuration
// Further: --email= --password= (the demo user's by default), --widths=1280,360 --themes=light,dark --full (the whole page),
// --scale=2 (pixels per CSS pixel).
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { ensureBrowser } from './ensure-browser.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { root } from './lib/paths.mjs'
import { main, Trouble } from './lib/run.mjs'

const DEFAULTS = {
  url: 'http://localhost:3000',
  out: 'docs/pictures',
  routes: '/,/transfers,/configuration,/customers,/product-sync,/errors',
  email: 'demo@fakturabro.test',
  password: 'demo-passord-1',
  widths: '1280,360',
  themes: 'light,dark',
  scale: '2',
}
// Without these, Chromium asks its maker's hosts for updates and the like, also in headless mode.
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
  const folder = path.resolve(root, options.out)
  mkdirSync(folder, { recursive: true })
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...QUIET] : QUIET
  const browser = await chromium.launch({ executablePath, args })
  try {
    const storageState = await logIn(browser, options)
    for (const theme of options.themes.split(',')) {
      for (const width of options.widths.split(',').map(Number))
        await shoot(browser, { ...options, folder, theme, width, storageState })
    }
  } finally {
    await browser.close()
  }
})

function read(args) {
  const options = { ...DEFAULTS, full: false }
  for (const arg of args) {
    const [, name, value] = /^--([a-z]+)(?:=(.*))?$/.exec(arg) ?? []
    if (!name || !(name in options)) throw new Trouble(`Unknown option ${arg}. There are: ${Object.keys(options).join(', ')}`, 2)
    options[name] = value ?? true
  }
  return { ...options, url: options.url.replace(/\/+$/, '') }
}

/** Logs in by the product's own call and answers the cookies. */
async function logIn(browser, { url, email, password }) {
  const context = await browser.newContext()
  const answer = await context.request.post(`${url}/api/auth/login`, { data: { email, password }, headers: { origin: url } })
  if (!answer.ok()) throw new Trouble(`Could not log in at ${url} as ${email}: ${answer.status()} ${await answer.text()}`)
  const state = await context.storageState()
  await context.close()
  return state
}

async function shoot(browser, { url, routes, folder, theme, width, full, scale, storageState }) {
  const viewport = { width, height: width < 600 ? 780 : 900 }
  const context = await browser.newContext({
    storageState,
    viewport,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'nb-NO',
    timezoneId: 'Europe/Oslo',
    deviceScaleFactor: Number(scale),
  })
  const page = await context.newPage()
  const requests = watchRequests(page)
  for (const route of routes.split(',')) {
    await page.goto(url + route)
    await settled(page, requests)
    const file = `${route === '/' ? 'dashboard' : route.slice(1).replaceAll('/', '-')}-${width}-${theme}.png`
    await page.screenshot({ path: path.join(folder, file), fullPage: full, animations: 'disabled' })
    console.log(path.join(folder, file))
  }
  await context.close()
}

/** The requests under way. The stream of server-sent events never ends, so it does not count. */
function watchRequests(page) {
  const open = new Set()
  page.on('request', (request) => request.resourceType() !== 'eventsource' && open.add(request))
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => open.delete(request))
  return open
}

/** Waits until nothing has been asked for or announced as loading for half a second; a page that never rests is taken as it is. */
async function settled(page, requests) {
  const deadline = Date.now() + 10_000
  for (let quiet = 0; quiet < 5 && Date.now() < deadline;) {
    await page.waitForTimeout(100)
    const busy = requests.size > 0 || (await page.locator('[aria-busy="true"]').count()) > 0
    quiet = busy ? 0 : quiet + 1
  }
}
