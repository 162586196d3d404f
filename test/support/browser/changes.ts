import type { Page } from 'playwright-core'
import { settled } from './at-rest.ts'

/**
 * Records the page's changing requests from now on, e.g. "POST /api/transfers/many". Returns a
 * function that waits until the page has settled and then returns the list.
 */
export function watchChanges(page: Page): () => Promise<string[]> {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET')
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  return async () => {
    await settled(page)
    return sent
  }
}
