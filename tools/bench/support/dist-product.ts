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

export async function startBuilt(env: Record<string, string>): Promise<BuiltProduct> {
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      ...OF_UNITS,
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const about = (file: string) => readFile(`/proc/${child.pid}/${file}`, 'utf8')
  const url = `http://127.0.0.1:${env['PORT']}/readyz`
  await until('the product to be ready', async () => {
    if (child.exitCode !== null) throw new Error(`it has ended with ${child.exitCode}`)
    return (await fetch(url)).ok
  })
  return {
    rss: async () => Number(/^VmRSS:\s+(\d+) kB/m.exec(await about('status'))?.[1] ?? NaN) * 1_024,
    cpuMs: async () => {
      const [user = NaN, system = NaN] =
        (await about('stat')).split(') ')[1]?.split(' ').slice(11).map(Number) ?? []
      return (user + system) * 10
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}
