import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

// This file must load on Node 20, which the rest of the product does not: use only node: modules
// and old syntax here.

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const RERUN_MARK = 'FAKTURABRO_RERUN'
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/**
 * The time in milliseconds until a process is ended by force; longer than the product's own timeout
 * for an orderly stop (STOP_MS in server/life.ts).
 */
const GRACE_MS = 30_000

export interface RuntimeOptions {
  version?: string
  pinnedNode?: string
}

/**
 * Makes sure that the product runs on a Node version that satisfies `engines` in package.json,
 * whatever version the host has.
 *
 * Returns true if the running Node already satisfies it. Otherwise runs the same command line again
 * with the pinned Node from node_modules, forwards signals, exits with the child process's code or
 * signal, and returns false: the caller must then do nothing more. The child process ends with this
 * process, even after SIGKILL. Without a usable Node, prints an error and returns false with exit
 * code 1.
 */
export async function ensurePinnedRuntime(options: RuntimeOptions = {}): Promise<boolean> {
  const required = requiredVersion()
  const version = options.version ?? process.version
  if (isAtLeast(version, required)) {
    if (process.env[RERUN_MARK] === String(process.ppid)) endWithParent()
    return true
  }
  const node = options.pinnedNode ?? findPinnedNode()
  if (process.env[RERUN_MARK] === String(process.ppid) || node === undefined) {
    console.error(
      `Node ${version} is too old: ${required.join('.')} or newer is needed, and the pinned one is not installed (npm ci).`,
    )
    process.exitCode = 1
    return false
  }
  await runAgain(node)
  return false
}

export function isAtLeast(version: string, [major, minor]: [number, number]): boolean {
  const [ourMajor = 0, ourMinor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return ourMajor > major || (ourMajor === major && ourMinor >= minor)
}

function requiredVersion(): [number, number] {
  const { engines } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    engines: { node: string }
  }
  const [major = 0, minor = 0] = engines.node.replace(/^\D+/, '').split('.').map(Number)
  return [major, minor]
}

function findPinnedNode(): string | undefined {
  const require = createRequire(path.join(ROOT, 'package.json'))
  const { platform, arch } = process
  const file = platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  // The packages in package.json's optionalDependencies; only the package for this platform is
  // installed.
  for (const name of [
    `node-${platform === 'win32' ? 'win' : platform}-${arch}`,
    `node-bin-${platform}-${arch}`,
  ]) {
    try {
      const node = path.join(path.dirname(require.resolve(`${name}/package.json`)), file)
      if (existsSync(node)) return node
    } catch {
      // This package is not installed on this platform.
    }
  }
  return undefined
}

async function runAgain(node: string): Promise<void> {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, [RERUN_MARK]: String(process.pid) },
    // The child gets a separate process group, so that Ctrl-C reaches it only once, through this
    // process, and not also from the terminal.
    detached: process.platform !== 'win32',
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const forward = (signal: NodeJS.Signals) => void child.kill(signal)
  for (const signal of FORWARDED) process.on(signal, forward)
  const { code, signal } = await new Promise<{
    code: number | null
    signal: NodeJS.Signals | null
  }>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (exitCode, exitSignal) => {
      resolve({ code: exitCode, signal: exitSignal })
    })
  })
  for (const each of FORWARDED) process.removeListener(each, forward)
  if (signal) process.kill(process.pid, signal)
  else process.exit(code ?? 1)
}

/** Stops this process when its parent ends: first with SIGTERM, after GRACE_MS by force. */
function endWithParent(): void {
  delete process.env[RERUN_MARK]
  process.channel?.unref()
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), GRACE_MS).unref()
    process.kill(process.pid, 'SIGTERM')
  })
}
