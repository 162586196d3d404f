import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectSound, useBrowser } from '../../support/browser/browser.ts'
import { newCustomer } from '../../support/people/customer.ts'
import { startWorld } from '../../support/world/world.ts'

/** The error that Chromium logs when it cannot reach the server. */
const NO_NETWORK = [/ERR_INTERNET_DISCONNECTED/]

const world = await startWorld()
const customer = await newCustomer(world)
const browser = useBrowser(() => world)

async function visited(scheme: 'light' | 'dark'): Promise<Page> {
  const page = await browser.openPage({
    width: 360,
    scheme,
    as: customer,
    worker: true,
    expected: NO_NETWORK,
  })
  await page.goto('/transfers')
  await page.getByRole('heading', { name: 'Overføringer', level: 1 }).waitFor()
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    await serviceWorker.ready
    if (!serviceWorker.controller)
      await new Promise((resolve) => {
        serviceWorker.addEventListener('controllerchange', resolve, { once: true })
      })
  })
  return page
}

test.each(['light', 'dark'] as const)(
  'without network the app says so, in the %s theme, and comes back when there is some',
  async (scheme) => {
    const page = await visited(scheme)
    await page.context().setOffline(true)
    await page.goto('/reconciliation')
    await page.getByRole('heading', { name: 'Du er uten nett' }).waitFor()
    await page.getByText('overføres av serveren uansett').waitFor()
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(ground).toBe(scheme === 'dark' ? 'rgb(18, 23, 21)' : 'rgb(246, 245, 241)')
    await expectSound(page)

    const again = page.getByRole('link', { name: 'Prøv igjen' })
    expect((await again.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await Promise.all([page.waitForEvent('load'), again.tap()])
    await page.getByRole('heading', { name: 'Du er uten nett' }).waitFor()

    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Avstemming', level: 1 }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/reconciliation')
  },
)

test('a page that the server has no time for looks like ours, and tries again by itself', async () => {
  const busy = readFileSync(path.join(import.meta.dirname, '../../../dist/web/busy.html'), 'utf8')
  const page = await browser.openPage({
    width: 360,
    scheme: 'dark',
    as: customer,
    expected: [/status of 503 .*\/transfers/],
  })
  const refused = { status: 503, contentType: 'text/html' }
  let tries = 0
  await page.route('**/transfers', (route) => {
    tries += 1
    if (tries > 2) return route.fallback()
    // The first answer is looked at; the second shows that the page does not give up.
    const body =
      tries === 1 ? busy : busy.replace('</head>', '<meta name="retry-after" content="0.1"></head>')
    return route.fulfill({ ...refused, body })
  })
  await page.goto('/transfers')
  await page.getByRole('heading', { name: 'Siden kan ikke vises akkurat nå' }).waitFor()
  await page.getByText('Siden prøver igjen av seg selv').waitFor()
  await expectSound(page)
  const again = page.getByRole('link', { name: 'Prøv igjen nå' })
  expect((await again.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await again.tap()
  await page.getByRole('heading', { name: 'Overføringer', level: 1 }).waitFor()
  expect(tries).toBe(3)
})

test('the phone keeps the page without network, and nothing that the server has answered', async () => {
  const page = await visited('light')
  await page.goto('/')
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  const kept = await page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        found.push(new URL(url).pathname)
    return found
  })
  expect(kept).toContain('/offline.html')
  for (const path of kept)
    expect(path).toMatch(/^\/offline\.html$|^\/assets\/(theme|offline|icon)-/)
})

test('the browser can install it: name, icons and start page are there', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await page.request.get(href ?? '')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = (await answer.json()) as {
    name: string
    start_url: string
    scope: string
    display: string
    icons: { src: string; sizes: string; purpose?: string }[]
    shortcuts: { url: string }[]
  }
  expect(manifest).toMatchObject({
    name: 'Fakturabro',
    start_url: '/',
    scope: '/',
    display: 'standalone',
  })
  expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose ?? 'any'])).toEqual([
    ['192x192', 'any'],
    ['512x512', 'any'],
    ['512x512', 'maskable'],
  ])
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect(size).toBe(sizes)
  }
  for (const { url } of manifest.shortcuts) {
    await page.goto(url)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  expect((await page.request.get('/apple-touch-icon.png')).headers()['content-type']).toBe(
    'image/png',
  )
})

test('the worker is asked for anew at every visit, and is allowed by the content policy', async () => {
  const page = await browser.openPage()
  const worker = await page.request.get('/sw.js')
  expect(worker.headers()['content-type']).toContain('javascript')
  expect(worker.headers()['cache-control']).toBe('public, max-age=0')
  const offline = await page.request.get('/offline.html')
  const policy = offline.headers()['content-security-policy'] ?? ''
  for (const rule of ["worker-src 'self'", "manifest-src 'self'", "script-src 'self'"])
    expect(policy).toContain(rule)
})
