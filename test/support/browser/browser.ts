import { mkdirSync } from 'node:fs'
import path from 'node:path'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type LaunchOptions,
  type Page,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { midnightClock } from '../clock/midnight.ts'
import { shiftDate } from '../clock/shift-date.ts'
import type { TestWorld } from '../world/world.ts'

export {
  accessibilityProblems,
  expectSound,
  expectSoundInBothThemes,
  expectSoundInEveryLook,
  overflow,
  problemsInEveryLook,
} from './axe.ts'

/** A real browser for the tests in a file. Errors on a page fail the test that opened the page. */
export interface BrowserTests {
  /** Opens a page in a context without cookies; its pop-ups are watched for errors too. */
  openPage(options?: PageOptions): Promise<Page>
}

export type Scheme = 'light' | 'dark'

export interface PageOptions {
  /** Viewport width in pixels, 1280 by default. Up to 500, the device is a touch phone. */
  width?: number
  scheme?: Scheme
  /** False disables the page's polling, so that it refetches only on server-sent events. */
  polls?: false
  /** True enables the service worker; without it, pages come directly from the server. */
  worker?: boolean
  as?: { email: string }
  /** Errors that the test causes on purpose, for example the 401 for a wrong password. */
  expected?: readonly RegExp[]
}

export const PASSWORD = 'et langt nok passord'
const PHONE = 500
// Without these flags, even a headless Chromium requests updates and the like from its vendor's
// hosts.
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** The error that Chromium logs for the session request of a page when nobody is logged in. */
const NO_SESSION = /status of 401 .*\/api\/session\/user/
const PICTURES = path.resolve(import.meta.dirname, '../../../test-results/e2e')
/** Timeout of a step: shorter than a test's own timeout, so that the error names the step. */
const STEP_MS = 120_000

/**
 * Starts a browser before the tests in a file and closes it after them. After each test, checks
 * that no page had errors.
 * @param launch launch options that differ from the defaults
 */
export function useBrowser(world: () => TestWorld, launch: LaunchOptions = {}): BrowserTests {
  let browser: Browser | null = null
  let contexts: BrowserContext[] = []
  let complaints: string[] = []

  beforeAll(async () => {
    const executablePath = process.env['CHROME_PATH'] ?? '/usr/bin/chromium'
    browser = await chromium.launch({ executablePath, args: QUIET, ...launch })
  })
  afterAll(() => browser?.close())
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await photograph(contexts, task.name)
    await Promise.all(contexts.map((context) => context.close()))
    const heard = complaints
    contexts = []
    complaints = []
    expect(heard).toEqual([])
  })

  return {
    openPage: async ({
      width = 1280,
      scheme = 'light',
      polls = true,
      worker,
      as,
      expected = [],
    } = {}) => {
      if (!browser) throw new Error('The browser is not started yet')
      const phone = width <= PHONE
      const context = await browser.newContext({
        baseURL: world().url,
        viewport: { width, height: phone ? 780 : 900 },
        colorScheme: scheme,
        reducedMotion: 'reduce',
        locale: 'nb-NO',
        timezoneId: 'Europe/Oslo',
        hasTouch: phone,
        isMobile: phone,
        serviceWorkers: worker ? 'allow' : 'block',
      })
      contexts.push(context)
      context.setDefaultTimeout(STEP_MS)
      await watch(context, world().url, [NO_SESSION, ...expected], (complaint) =>
        complaints.push(complaint),
      )
      const ahead = world().ahead + (midnightClock()?.ahead() ?? 0)
      if (ahead > 0) await context.addInitScript(`(${String(shiftDate)})(() => ${ahead})`)
      if (!polls) await context.addInitScript(() => (window.setInterval = () => 0 as never))
      if (as) await logIn(context, world().url, as.email)
      return context.newPage()
    },
  }
}

/** Reports console errors, exceptions, CSP violations, and requests to foreign hosts. */
async function watch(
  context: BrowserContext,
  origin: string,
  expected: readonly RegExp[],
  complain: (what: string) => void,
): Promise<void> {
  const say = (what: string) => {
    if (!expected.some((known) => known.test(what))) complain(what)
  }
  await context.exposeBinding('__breach', ({ frame }, what: string) =>
    say(`Policy breach on ${frame.url()}: ${what}`),
  )
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      const { __breach } = window as unknown as { __breach: (what: string) => void }
      __breach(`${effectiveDirective} ${blockedURI}`)
    })
  })
  const ours = (url: string) => url.startsWith(`${origin}/`)
  context.on('console', (message) => {
    const page = message.page()
    if (message.type() !== 'error' || !page || !ours(page.url())) return
    say(`Console of ${page.url()}: ${message.text()} ${message.location().url}`)
  })
  context.on('weberror', (error) => {
    if (ours(error.page()?.url() ?? ''))
      say(`Exception on ${error.page()?.url()}: ${error.error().message}`)
  })
  context.on('request', (request) => {
    if (request.serviceWorker()) return
    if (request.isNavigationRequest() || /^(data|blob):/.test(request.url())) return
    if (ours(request.frame().url()) && !ours(request.url()))
      say(`Request of ${request.frame().url()} to ${request.url()}`)
  })
}

export async function logIn(context: BrowserContext, url: string, email: string): Promise<void> {
  const answer = await context.request.post('/api/auth/login', {
    data: { email, password: PASSWORD },
    headers: { origin: url },
  })
  if (!answer.ok())
    throw new Error(`Could not log in as ${email}: ${answer.status()} ${await answer.text()}`)
}

async function photograph(contexts: readonly BrowserContext[], test: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true })
  const name = test.replaceAll(/[^a-zæøå0-9]+/gi, '-').slice(0, 80)
  const pages = contexts.flatMap((context) => context.pages())
  for (const [index, page] of pages.entries()) {
    await page
      .screenshot({ path: path.join(PICTURES, `${name}-${index + 1}.png`), fullPage: true })
      .catch(() => undefined)
  }
}
