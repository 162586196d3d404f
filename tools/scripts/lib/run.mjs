import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './paths.mjs'

/** Returns an environment whose PATH begins with the tools and the pinned `node`. */
export function toolEnv(more = {}) {
  const bin = path.join(root, 'node_modules', '.bin')
  const env = { ...process.env, ...more }
  env.PATH = env.PATH ? `${bin}${path.delimiter}${env.PATH}` : bin
  return env
}

/**
 * Runs a command in the repository's root. Returns its exit code (128 + n when signal n ended it)
 * and, with `capture`, its output on both streams. Throws only if the command cannot be started,
 * never for a failing command.
 */
export function run(command, args, { env = process.env, capture = false, shell = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      shell,
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    let output = ''
    const collect = (chunk) => (output += chunk)
    child.stdout?.setEncoding('utf8').on('data', collect)
    child.stderr?.setEncoding('utf8').on('data', collect)
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code: code ?? (signal ? 130 : 1), output }))
  })
}

/** A failure whose message is shown to the user without a stack trace. */
export class Trouble extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/**
 * Runs a script's main function. Prints only the message of a {@link Trouble}, and other errors
 * with their stack.
 */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? process.exitCode
  } catch (error) {
    console.error(error instanceof Trouble ? `\n${error.message}` : error)
    process.exitCode = error.exitCode ?? 1
  }
}
