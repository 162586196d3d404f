import { Agent, request } from 'node:http'

export interface Shot {
  path: string
  body?: string
  contentType?: string
  headers?: Record<string, string>
  method?: 'GET' | 'POST'
}

export interface Fired {
  /** The duration of each response, in milliseconds. */
  times: number[]
  /** The number of responses by HTTP status; 0 counts requests without a response. */
  statuses: Record<number, number>
  perSecond: number
}

/**
 * Sends requests over open connections; each sender sends its next request when its last one has a
 * response. Refuses any host but this machine. Ends after `shots` responses or after `forMs`
 * milliseconds.
 */
export async function fire(
  origin: string,
  senders: number,
  next: (index: number) => Shot,
  end: { shots: number } | { forMs: number },
): Promise<Fired> {
  const { hostname, port } = new URL(origin)
  if (hostname !== '127.0.0.1') throw new Error('The load stays on this machine')
  const agent = new Agent({ keepAlive: true, maxSockets: senders })
  const times: number[] = []
  const statuses: Record<number, number> = {}
  const started = performance.now()
  let fired = 0
  const goesOn = () =>
    'shots' in end ? fired < end.shots : performance.now() - started < end.forMs
  await Promise.all(
    Array.from({ length: senders }, async () => {
      while (goesOn()) {
        fired += 1
        const at = performance.now()
        const status = await send({ agent, hostname, port }, next(fired))
        times.push(performance.now() - at)
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    }),
  )
  const seconds = (performance.now() - started) / 1_000
  agent.destroy()
  return { times, statuses, perSecond: times.length / seconds }
}

function send(to: { agent: Agent; hostname: string; port: string }, shot: Shot): Promise<number> {
  return new Promise((resolve) => {
    const body = shot.body ?? ''
    const headers =
      body === ''
        ? {}
        : {
            'content-type': shot.contentType ?? 'application/json',
            'content-length': Buffer.byteLength(body),
          }
    const asked = request(
      {
        ...to,
        path: shot.path,
        method: shot.method ?? 'POST',
        headers: { ...headers, ...shot.headers },
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? 0))
        answer.once('error', () => resolve(0))
      },
    )
    asked.once('error', () => resolve(0))
    asked.end(body)
  })
}
