import type { ServerResponse } from 'node:http'
import { vendorStub, type SeenRequest } from './vendor-stub.ts'

export interface ProxiedAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

export type Tampering = (
  answer: ProxiedAnswer,
  request: SeenRequest,
) => ProxiedAnswer | Promise<ProxiedAnswer>

export interface VendorProxy extends AsyncDisposable {
  url: string
  /** Changes matching responses, `count` times or without limit. Returns a counter of them. */
  tamper(method: string, path: RegExp, how: Tampering, count?: number): Tampered
  /** Sends this response instead of the vendor, which never receives the request. */
  answer(method: string, path: RegExp, answer: ProxiedAnswer): Tampered
  /**
   * Holds the next request with this method on a matching path until the request is released:
   * before it reaches the vendor (`before`), or when the vendor has processed it but the product
   * has no response yet (`after`).
   */
  hold(method: string, path: RegExp, when: Moment): HeldRequest
  clear(): void
}

export interface Tampered {
  hits(): number
  stop(): void
}

export type Moment = 'before' | 'after'

export interface HeldRequest {
  arrived(): boolean
  /** Lets the held request continue; a request that has not arrived yet is then not held. */
  release(): void
}

interface Barrier {
  method: string
  path: RegExp
  when: Moment
  arrived: boolean
  opened: PromiseWithResolvers<undefined>
}

interface Rule {
  method: string
  path: RegExp
  how: Tampering
  instead: boolean
  left: number
  hits: number
}

/**
 * Starts a proxy between the product and one of the sandbox's vendors, for responses that the
 * sandbox would never give or that get lost on the way.
 */
export async function vendorProxy(target: string): Promise<VendorProxy> {
  let rules: Rule[] = []
  let barriers: Barrier[] = []
  const stub = await vendorStub((request, response) => {
    void forward(target, request, response, strike, wait).catch(() => response.destroy())
  })

  function strike({ method, path }: SeenRequest, instead: boolean): Tampering | null {
    const rule = rules.find(
      (one) =>
        one.left > 0 && one.instead === instead && one.method === method && one.path.test(path),
    )
    if (!rule) return null
    rule.left -= 1
    rule.hits += 1
    return rule.how
  }

  async function wait({ method, path }: SeenRequest, when: Moment): Promise<void> {
    const barrier = barriers.find(
      (one) => !one.arrived && one.when === when && one.method === method && one.path.test(path),
    )
    if (!barrier) return
    barrier.arrived = true
    await barrier.opened.promise
  }

  function add(rule: Omit<Rule, 'hits'>): Tampered {
    const added: Rule = { ...rule, hits: 0 }
    rules.push(added)
    return { hits: () => added.hits, stop: () => void (added.left = 0) }
  }

  return {
    url: stub.url,
    tamper: (method, path, how, count = Infinity) =>
      add({ method, path, how, instead: false, left: count }),
    answer: (method, path, answer) =>
      add({ method, path, how: () => answer, instead: true, left: Infinity }),
    hold(method, path, when) {
      const barrier: Barrier = {
        method,
        path,
        when,
        arrived: false,
        opened: Promise.withResolvers(),
      }
      barriers.push(barrier)
      const release = () => {
        barriers = barriers.filter((one) => one !== barrier)
        barrier.opened.resolve(undefined)
      }
      return { arrived: () => barrier.arrived, release }
    },
    clear() {
      rules = []
      for (const { opened } of barriers) opened.resolve(undefined)
      barriers = []
    },
    [Symbol.asyncDispose]: () => stub[Symbol.asyncDispose](),
  }
}

const HOP_BY_HOP = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']

async function forward(
  target: string,
  request: SeenRequest,
  response: ServerResponse,
  strike: (request: SeenRequest, instead: boolean) => Tampering | null,
  wait: (request: SeenRequest, when: Moment) => Promise<void>,
): Promise<void> {
  await wait(request, 'before')
  const instead = strike(request, true)
  if (instead) {
    const { status, headers, body } = await instead({ status: 0, headers: {}, body: '' }, request)
    response.writeHead(status, headers).end(body)
    return
  }
  // When the product aborts its request, the proxy does too, because otherwise the sandbox would
  // count the request as running.
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const headers = Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.includes(name))
  const query = request.query.size > 0 ? `?${request.query}` : ''
  const answer = await fetch(`${target}${request.path}${query}`, {
    method: request.method,
    headers: headers.map(([name, value]) => [name, String(value)] as [string, string]),
    ...(request.method === 'GET' || request.body === '' ? {} : { body: request.body }),
    redirect: 'manual',
    signal: gone.signal,
  })
  const plain: ProxiedAnswer = {
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !HOP_BY_HOP.includes(name))),
    body: await answer.text(),
  }
  await wait(request, 'after')
  const how = strike(request, false)
  const { status, headers: sent, body } = how ? await how(plain, request) : plain
  response.writeHead(status, sent).end(body)
}
