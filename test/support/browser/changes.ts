import type { Page } from 'playwright-core'
import { settled } from './at-rest.ts'

/**
 * Notes what the page asks the server to change from now on, e.g. "POST /api/transfers/many".
 * Returns a function that first lets the page do what it has begun: after a no there is nothing.
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
