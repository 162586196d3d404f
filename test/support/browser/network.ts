import type { Page } from 'playwright-core'

/** Failures between the browser and the server. */

/** Answers the next call of this path with a proxy's page, as while the server is replaced. */
export const proxyAnswersOnce = (page: Page, path: string): Promise<unknown> =>
  page.route(
    path,
    (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    { times: 1 },
  )

/** Keeps the next write to this path, or also the next read, from reaching the server. */
export async function networkGoneOnce(page: Page, path: string, reading = false): Promise<void> {
  let wasGone = false
  await page.route(path, (route) => {
    if (wasGone || (!reading && route.request().method() === 'GET')) return route.fallback()
    wasGone = true
    return route.abort()
  })
}
