import { fork, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from '../../../platform/installed.ts'
import { createTurns } from '../../../platform/fairness/turns.ts'
import type { Asked, Task, Told } from './decoder-process.ts'
import type { Header } from './header.ts'

/**
 * Decodes pictures in a separate process, one at a time and in turns between users. Decoding can
 * neither be interrupted nor measured from within, so the process is killed when it exceeds a
 * limit and when the server stops.
 */

export type Decoded = Header | 'unreadable' | 'too_heavy'

/** Thrown when decoding is aborted; the picture itself can be valid. */
export class DecodingStopped extends Error {
  override name = 'DecodingStopped'
}

export interface DecoderLimits {
  /** The limits per picture in ms: `cpuMs` of processor time, `ms` of elapsed time. */
  cpuMs: number
  ms: number
  bytes: number
}

const LIMITS: DecoderLimits = { cpuMs: 10_000, ms: 30_000, bytes: 400 * 1024 * 1024 }
const LOOK_MS = 50
const IDLE_MS = 10_000
/** The memory in bytes above which the process is not reused for the next picture. */
const REST_BYTES = 160 * 1024 * 1024

export interface Decoder {
  /**
   * Runs a task on one picture; users take turns.
   * @throws DecodingStopped when `signal` is aborted
   */
  decode(companyId: string, task: Task, signal: AbortSignal | undefined): Promise<Decoded>
  pid(): number | undefined
}

export function createDecoder(limits = LIMITS): Decoder {
  const turns = createTurns(1)
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let last = 0

  function end(): void {
    child?.kill('SIGKILL')
    child = undefined
  }

  async function working(): Promise<ChildProcess> {
    clearTimeout(idle)
    if (child) return child
    const started = await start()
    started.once('exit', () => {
      if (child === started) child = undefined
    })
    return (child = started)
  }

  async function decode(task: Task, signal: AbortSignal | undefined): Promise<Decoded> {
    const decoding = await working()
    const id = (last += 1)
    const outcome = Promise.withResolvers<Decoded>()
    const stop = () => {
      outcome.reject(new DecodingStopped())
      end()
    }
    const exceeded = () => {
      outcome.resolve('too_heavy')
      end()
    }
    const hear = (told: Told) => {
      if (told.id === id) outcome.resolve(told.header ?? 'unreadable')
    }
    // SIGKILL means that the system ran out of memory; a crash ends with another signal or code.
    const gone = (_code: number | null, by: NodeJS.Signals | null) =>
      outcome.resolve(by === 'SIGKILL' ? 'too_heavy' : 'unreadable')
    decoding.on('message', hear)
    decoding.once('exit', gone)
    signal?.addEventListener('abort', stop, { once: true })
    const watch = watched(decoding, limits, exceeded)
    try {
      if (signal?.aborted) stop()
      // If sending fails, the process has exited, which the exit handler reports.
      else decoding.send({ id, task } satisfies Asked, () => undefined)
      return await outcome.promise
    } finally {
      watch.end()
      signal?.removeEventListener('abort', stop)
      decoding.off('message', hear)
      decoding.off('exit', gone)
      if (((await usageOf(decoding.pid))?.bytes ?? 0) > REST_BYTES) end()
      idle = setTimeout(end, IDLE_MS).unref()
    }
  }

  return {
    decode: async (companyId, task, signal) => {
      try {
        return await turns.run(companyId, () => decode(task, signal), signal)
      } catch (error) {
        throw signal?.aborted ? new DecodingStopped() : error
      }
    },
    pid: () => child?.pid,
  }
}

export const decoder = createDecoder()

const IS_SOURCE = import.meta.filename.endsWith('.ts')
const MAIN = IS_SOURCE
  ? path.join(import.meta.dirname, 'decoder-process.ts')
  : path.join(ROOT, 'dist/server/features/attachments/pictures/decoder-process.js')

async function start(): Promise<ChildProcess> {
  const child = fork(MAIN, {
    // The server's environment includes secrets.
    env: {
      MALLOC_ARENA_MAX: '1',
      // Keeps decoded pictures in memory, where the limit applies, not in /tmp.
      VIPS_DISC_THRESHOLD: '4g',
    },
    execArgv: ['--max-old-space-size=64', ...(IS_SOURCE ? ['--conditions=source'] : [])],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`the process for pictures ended at its start (${code ?? signal})`)),
    )
  })
  child.on('error', () => undefined)
  // The child process must not keep the server running.
  child.unref()
  child.channel?.unref()
  return child
}

function watched(
  { pid }: ChildProcess,
  limits: DecoderLimits,
  exceeded: () => void,
): { end: () => void } {
  const before = usageOf(pid)
  const look = async () => {
    const [began, now] = [await before, await usageOf(pid)]
    if (!began || !now) return
    if (now.bytes > limits.bytes || now.cpuMs - began.cpuMs > limits.cpuMs) exceeded()
  }
  const looks = setInterval(() => void look(), LOOK_MS)
  const longest = setTimeout(exceeded, limits.ms)
  return {
    end: () => {
      clearInterval(looks)
      clearTimeout(longest)
    },
  }
}

/** Returns a process's memory and processor time; null on systems other than Linux. */
async function usageOf(pid: number | undefined): Promise<{ cpuMs: number; bytes: number } | null> {
  try {
    const [stat, status] = [
      await readFile(`/proc/${pid}/stat`, 'utf8'),
      await readFile(`/proc/${pid}/status`, 'utf8'),
    ]
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number)
    // Linux counts processor time in hundredths of a second on every platform that Node supports.
    return {
      cpuMs: (user + system) * 10,
      bytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024,
    }
  } catch {
    return null
  }
}
