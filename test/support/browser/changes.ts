import type { Page } from 'playwright-core'
import { settled } from './at-rest.ts'

/**
 * Notes the changes that the page asks of the server from now on, e.g. "POST /api/transfers/many".
 * Returns a function that lets the page finish first: after a refusal there must be none.
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
