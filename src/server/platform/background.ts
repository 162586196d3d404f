import type { Log } from './log.ts'

/**
 * Starts work that nothing waits for. When it fails, that is a line in the log: an unhandled
 * rejection may end the process. So only what something else makes up for may be started
 * this way (the linter lets no promise of the server float otherwise).
 */
export function inBackground(log: Pick<Log, 'warn'>, failed: string, work: Promise<unknown>): void {
  work.catch((err: unknown) => log.warn({ err }, failed))
}
