import type { ServerResponse } from 'node:http'
import { vendorStub, type SeenRequest } from './vendor-stub.ts'

export interface ProxiedAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** What becomes of an answer that the sandbox has given: `hold` = it never arrives, though what was asked is done. */
export type Tampering = 'hold' | ((answer: ProxiedAnswer, request: SeenRequest) => ProxiedAnswer | Promise<ProxiedAnswer>)

export interface VendorProxy extends AsyncDisposable {
  url: string
  /** Answers to this method on paths that match are tampered with, `count` times (for ever when absent). Answers how often it has been. */
  tamper(method: string, path: RegExp, how: Tampering, count?: number): { hits(): number; stop(): void }
  clear(): void
}

interface Rule {
  method: string
  path: RegExp
  how: Tampering
  left: number
  hits: number
}

/** Stands between the product and a vendor of the sandbox, for answers that no vendor of ours would give, or that get lost on their way. */
export async function vendorProxy(target: string): Promise<VendorProxy> {
  let rules: Rule[] = []
  const stub = await vendorStub((request, response) => {
    void forward(target, request, response, () => strike(request)).catch(() => response.destroy())
  })

  function strike({ method, path }: SeenRequest): Tampering | null {
    const rule = rules.find((one) => one.left > 0 && one.method === method && one.path.test(path))
    if (!rule) return null
    rule.left -= 1
    rule.hits += 1
    return rule.how
  }

  return {
    url: stub.url,
    tamper(method, path, how, count = Infinity) {
      const rule: Rule = { method, path, how, left: count, hits: 0 }
      rules.push(rule)
      return { hits: () => rule.hits, stop: () => void (rule.left = 0) }
    },
    clear() {
      rules = []
    },
    [Symbol.asyncDispose]: () => stub[Symbol.asyncDispose](),
  }
}

const HOP_BY_HOP = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']

async function forward(
  target: string,
  request: SeenRequest,
  response: ServerResponse,
  strike: () => Tampering | null,
): Promise<void> {
  // When the product hangs up, so does the proxy: the sandbox counts a request as under way until then.
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
  const how = strike()
  if (how === 'hold') return
  const { status, headers: sent, body } = how ? await how(plain, request) : plain
  response.writeHead(status, sent).end(body)
}
