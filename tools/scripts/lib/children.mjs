import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, runtimeNode } from './paths.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
// Longer than the product's own limit for an orderly shutdown.
const GRACE_MS = 30_000
const preload = new URL('die-with-parent.mjs', import.meta.url).href

/**
 * Starts one of the product's processes on the pinned Node in a new process group, so that Ctrl-C
 * reaches it only once, through this process. The child ends when this process ends, for whatever
 * reason.
 */
export function startChild(args, { env = process.env, stdout = 'inherit' } = {}) {
  return spawn(runtimeNode(), ['--import', preload, ...args], {
    cwd: root,
    env,
    detached: process.platform !== 'win32',
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  })
}

export const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null

/** Resolves with `{code, signal}` when the child has ended. */
export async function ended(child) {
  if (!hasEnded(child)) await once(child, 'exit')
  return { code: child.exitCode, signal: child.signalCode }
}

/** Asks the child to stop, and kills it if it is still running after the grace period. */
export async function stop(child, signal = 'SIGTERM') {
  if (hasEnded(child)) return
  child.kill(signal)
  const insist = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
  await ended(child)
  clearTimeout(insist)
}

/**
 * Calls `act(signal)` when this process must stop: on a signal, or when the npm process that
 * started it has ended (a killed npm leaves its scripts running). A second signal ends the process
 * immediately.
 */
export function onStop(act) {
  let asked = false
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (asked) process.exit(130)
      asked = true
      act(signal)
    })
  }
  if (!process.env.npm_lifecycle_event) return
  const started = ancestry()
  const watch = setInterval(() => {
    if (asked || ancestry() === started) return
    clearInterval(watch)
    asked = true
    act('SIGTERM')
  }, 1_000)
  watch.unref()
}

/** Returns the ids of the parent process and, where known, its parent: npm puts a shell between. */
function ancestry() {
  try {
    const [, parentOfParent] = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return `${process.ppid} ${parentOfParent}`
  } catch {
    return String(process.ppid)
  }
}

/** Ends this process in the way the child ended: with its exit code, or by its signal. */
export function endAs({ code, signal }) {
  if (signal && process.platform !== 'win32') {
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
    return
  }
  process.exit(code ?? 1)
}

/** Returns true when the product is healthy; false if the child ended or `stopped()` is true. */
export async function waitUntilHealthy(url, child, stopped) {
  while (!hasEnded(child) && !stopped()) {
    try {
      const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) })
      if (answer.ok) return true
    } catch {
      // The product is not listening yet.
    }
    await sleep(150)
  }
  return false
}
