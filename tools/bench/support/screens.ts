import { openAtRest } from '#test/support/browser/at-rest'
import { onPage } from './on-page.ts'

/** The screens of somebody who is logged in, each with the name that its figures have. */
export const SCREENS = [
  ['dashboard', '/'],
  ['transfers', '/transfers'],
  ['configuration', '/configuration'],
  ['reconciliation', '/reconciliation'],
  ['customers', '/customers'],
  ['customer import', '/customers/import'],
  ['product-sync', '/product-sync'],
  ['log', '/errors'],
  ['help', '/help'],
  ['profile', '/profile'],
] as const

/** Returns what a browser asks for when it opens each screen: the page, then its calls. */
export async function callsOfScreens(url: string, cookie: string): Promise<string[][]> {
  return onPage({ url, cookie }, async (page) => {
    let calls: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      const isRead = request.method() === 'GET' && request.resourceType() !== 'eventsource'
      if (isRead && pathname.startsWith('/api/')) calls.push(pathname + search)
    })
    const screens: string[][] = []
    for (const [, route] of SCREENS) {
      calls = [route]
      await openAtRest(page, route)
      screens.push(calls)
    }
    return screens
  })
}
