import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { until } from '#test/support/wait'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/** Environment variables of the systemd units in docs/going-live.md and docs/scale.md. */
const OF_UNITS = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '16384',
  MALLOC_TRIM_THRESHOLD_: '16384',
  NODE_OPTIONS: '--max-semi-space-size=4 --max-old-space-size=768 --v8-pool-size=2',
}

export interface BuiltProduct {
  /** Returns resident memory in bytes, as reported by the operating system. */
  rss(): Promise<number>
  cpuMs(): Promise<number>
  stop(): Promise<void>
}

/** @param log file descriptor of the file that the log goes to */
export async function startBuilt(env: Record<string, string>, log: number): Promise<BuiltProduct> {
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      ...OF_UNITS,
      ...env,
    },
    stdio: ['ignore', log, 'inherit'],
  })
  const url = `http://127.0.0.1:${env['PORT']}/readyz`
  await until('the product to be ready', async () => {
    if (child.exitCode !== null) throw new Error(`it has ended with ${child.exitCode}`)
    return (await fetch(url)).ok
  })
  return {
    rss: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? NaN) * 1_024
    },
    cpuMs: () => cpuMsOf(child.pid),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** Returns the processor time that a process has used. */
export async function cpuMsOf(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const [user = NaN, system = NaN] = stat.split(') ')[1]?.split(' ').slice(11).map(Number) ?? []
  return (user + system) * 10
}
