import type { Page } from 'playwright-core'

/**
 * Responds to the path's next request, of the method if one is given, with a proxy's error page, as
 * during a deployment.
 */
export async function proxyAnswersOnce(page: Page, path: string, method?: string): Promise<void> {
  let hasAnswered = false
  await page.route(path, (route) => {
    if (hasAnswered || (method && route.request().method() !== method)) return route.fallback()
    hasAnswered = true
    return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })
  })
}

/** Aborts the next write request for this path; with `reading`, the next request of any kind. */
export async function networkGoneOnce(page: Page, path: string, reading = false): Promise<void> {
  let wasGone = false
  await page.route(path, (route) => {
    if (wasGone || (!reading && route.request().method() === 'GET')) return route.fallback()
    wasGone = true
    return route.abort()
  })
}
