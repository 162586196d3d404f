import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * One recorded call of a transfer. The placeholders `{uuid 0}`, `{uuid 1}` … stand for the drafts'
 * uuids, and `{id}` stands for the newest draft's id.
 */
export interface RecordedCall {
  method: string
  path: string
  body: string
}

export interface BareRun {
  origin: string
  lanes: { token: string; calls: RecordedCall[] }[]
  batches: number
  each: number
  /** Milliseconds between the starts of two calls in a lane; 0 means as fast as possible. */
  spacingMs: number
}

/**
 * Measures the cost of a transfer when nothing is stored: makes the same calls in the same order
 * with plain fetch, one after another in each lane, without database, limiter or checks. A crash
 * would send a draft twice.
 */
export async function bareLoop({
  origin,
  lanes,
  batches,
  each,
  spacingMs,
}: BareRun): Promise<{ perSecond: number; cpuMs: number }> {
  const before = process.cpuUsage()
  const started = performance.now()
  await Promise.all(
    lanes.map(async ({ token, calls }) => {
      let next = 0
      for (let i = 0; i < batches; i += 1) {
        const known = { uuids: Array.from({ length: each }, () => randomUUID() as string), id: '' }
        for (const call of calls) {
          const wait = next - performance.now()
          if (wait > 0) await pause(wait)
          next = performance.now() + spacingMs
          await make(origin, call, token, known)
        }
      }
    }),
  )
  const seconds = (performance.now() - started) / 1_000
  const { user, system } = process.cpuUsage(before)
  const transfers = lanes.length * batches * each
  return { perSecond: transfers / seconds, cpuMs: (user + system) / 1_000 / transfers }
}

async function make(
  origin: string,
  call: RecordedCall,
  token: string,
  known: { uuids: readonly string[]; id: string },
): Promise<void> {
  const filled = (text: string) =>
    text
      .replaceAll(/\{uuid (\d+)\}/g, (_, index) => known.uuids[Number(index)] ?? '')
      .replaceAll('{id}', known.id)
  const answer = await fetch(origin + filled(call.path), {
    method: call.method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(call.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(call.body ? { body: filled(call.body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${call.method} ${call.path} answered ${answer.status}: ${text}`)
  if (text !== '') JSON.parse(text)
  const made = answer.headers.get('location')
  if (made) known.id = made.split('/').at(-1) ?? ''
}
