import pg from 'pg'
import { inBackground } from '../background.ts'
import type { Log } from '../log.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

export interface ListenOptions {
  url: string
  log: Log
  silenceMs: number
}

/**
 * Listens on a separate connection, and reconnects whenever that connection ends or the server
 * refuses LISTEN (a standby accepts connections but no LISTEN). Notifications sent while
 * disconnected are lost; they are only hints, and the queue's ticks make up for the loss.
 * @returns a function that stops listening
 * @throws Error if the first attempt fails, so that the failure is visible at startup
 */
export async function keepListening(
  { url, log, silenceMs }: ListenOptions,
  channel: string,
  heard: (payload: string) => void,
): Promise<() => Promise<void>> {
  let stopped = false
  let client: pg.Client | undefined
  let failures = 0
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: silenceMs,
      query_timeout: silenceMs,
      keepAlive: true,
    })
    client = next
    // Every error is followed by the "end" event, or by a rejection below.
    next.on('error', () => undefined)
    next.on('notification', (message) => heard(message.payload ?? ''))
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      inBackground(log, 'a connection that cannot listen was not closed', next.end())
      throw error
    }
    failures = 0
    next.once('end', tryAgain)
  }

  function tryAgain(): void {
    if (stopped) return
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures)
    failures += 1
    retry = setTimeout(() => {
      connect().catch((err: unknown) => {
        if (stopped) return
        log.warn(
          { err, channel, failures },
          'the database could not be listened to; it will be tried again',
        )
        tryAgain()
      })
    }, pause)
  }

  await connect()
  return async () => {
    stopped = true
    clearTimeout(retry)
    await client?.end().catch(() => undefined)
  }
}
