import { chromium, type Page } from 'playwright-core'

interface Viewer {
  url: string
  /** The session cookie, as `name=value`. */
  cookie: string
  phone?: true
}

const DESKTOP = { viewport: { width: 1280, height: 800 } }
const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true }

/** Runs `work` on a page of a new browser, in which the cookie's owner is logged in. */
export async function onPage<T>(
  { url, cookie, phone }: Viewer,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  try {
    const context = await browser.newContext({
      ...(phone ? PHONE : DESKTOP),
      baseURL: url,
      locale: 'nb-NO',
      serviceWorkers: 'block',
    })
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url }])
    return await work(await context.newPage())
  } finally {
    await browser.close()
  }
}
