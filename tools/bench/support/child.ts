import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** A child process that handles requests, separate from the benchmark's own event loop. */
export interface Child {
  pid: number
  /** Sends one request to the child. Rejects when it fails or the process ends. */
  ask<Answer>(what: string, input?: unknown): Promise<Answer>
  stop(): Promise<void>
}

interface Message {
  id: number
  what?: string
  input?: unknown
  answer?: unknown
  error?: string
}

type Handlers = Record<string, (input: never) => unknown>

export async function startChild(
  file: string,
  options: { env: Record<string, string>; args?: string[] },
): Promise<Child> {
  const child = fork(path.join(import.meta.dirname, file), options.args ?? [], {
    env: { ...plainEnvironment(), ...options.env },
    execArgv: ['--conditions=source', '--expose-gc'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const open = new Map<
    number,
    { resolve: (answer: unknown) => void; reject: (error: Error) => void }
  >()
  let last = 0
  const ready = new Promise<void>((resolve, reject) =>
    open.set(0, { resolve: () => resolve(), reject }),
  )
  child.on('message', (message: Message) => {
    const asked = open.get(message.id)
    open.delete(message.id)
    if (message.error === undefined) asked?.resolve(message.answer)
    else asked?.reject(new Error(`${file}: ${message.error}`))
  })
  child.once('exit', (code, signal) => {
    for (const asked of open.values()) asked.reject(new Error(`${file} ended (${code ?? signal})`))
    open.clear()
  })
  await ready
  return {
    pid: child.pid ?? 0,
    ask: <Answer>(what: string, input?: unknown) =>
      new Promise<Answer>((resolve, reject) => {
        last += 1
        open.set(last, { resolve: (answer) => resolve(answer as Answer), reject })
        child.send({ id: last, what, input } satisfies Message)
      }),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** Reports that this child process is ready, and handles requests until the parent ends. */
export function answerQuestions(handlers: Handlers): void {
  process.on('disconnect', () => process.exit(1))
  process.on('message', (message: Message) => void answer(handlers, message))
  process.send?.({ id: 0 } satisfies Message)
}

async function answer(handlers: Handlers, { id, what = '', input }: Message): Promise<void> {
  try {
    const handler = handlers[what]
    if (!handler) throw new Error(`nobody answers ${what}`)
    process.send?.({ id, answer: await handler(input as never) } satisfies Message)
  } catch (error) {
    process.send?.({
      id,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    } satisfies Message)
  }
}

/** Returns the environment without the product's variables, which could point at a real vendor. */
function plainEnvironment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG']
  return Object.fromEntries(
    kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}
