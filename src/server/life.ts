import type { Running } from './compose.ts'

/**
 * The timeout for an orderly stop in milliseconds, after which the process exits anyway;
 * interrupted work is resumed at the next start.
 */
export const STOP_MS = 25_000

/**
 * Starts the product and stops it in an orderly way at SIGTERM or SIGINT. A failed start is
 * reported in one line, with exit code 1.
 */
export async function runUntilSignalled(start: () => Promise<Running>): Promise<void> {
  // Makes files created by this process readable only by their owner.
  process.umask(0o077)
  let running: Running
  try {
    running = await start()
  } catch (error) {
    process.stderr.write(`Fakturabro could not start: ${described(error)}\n`)
    process.exit(1)
  }
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    running.log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), STOP_MS).unref()
    void running.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('unhandledRejection', (err) =>
    running.log.error({ err }, 'an unhandled promise rejection'),
  )
}

function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
