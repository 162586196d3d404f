import type { Log } from './log.ts'

/**
 * Starts work that nothing waits for, and logs its failure: an unhandled rejection may end the
 * process. So only work whose loss is made up for elsewhere may be started this way (the linter
 * lets no promise of the server float otherwise).
 */
export function inBackground(log: Pick<Log, 'warn'>, failed: string, work: Promise<unknown>): void {
  work.catch((err: unknown) => log.warn({ err }, failed))
}
