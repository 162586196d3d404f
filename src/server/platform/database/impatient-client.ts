import type { Socket } from 'node:net'
import pg from 'pg'

/** What pg's types leave out. */
interface Inside {
  connection: { stream: Socket }
  /** False while a statement has not been answered. */
  readyForQuery: boolean
}

/**
 * A client that gives its connection up when a statement gets no answer.
 *
 * pg's own `query_timeout` counts each statement, in closures by which every statement with its
 * rows outlives V8's young generation: 90 KB a second in a process that stands by. This one counts a
 * connection's silence.
 *
 * @param silenceMs how long nothing may be heard while an answer is due
 */
export function impatientClient(silenceMs: number): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const inside = this as unknown as Inside
      this.once('connect', () => {
        const { stream } = inside.connection
        stream.setTimeout(silenceMs)
        stream.on('timeout', () => {
          // The driver's words for it (outage.ts).
          if (!inside.readyForQuery) stream.destroy(new Error('Query read timeout'))
        })
      })
    }
  }
}
