import type { Log } from './log.ts'

/**
 * Starts work that nobody awaits, and logs its failure, because an unhandled rejection can end the
 * process. Use it only for work whose loss is made up for elsewhere; the linter allows no other
 * unawaited promise in the server.
 */
export function inBackground(log: Pick<Log, 'warn'>, failed: string, work: Promise<unknown>): void {
  work.catch((err: unknown) => log.warn({ err }, failed))
}
