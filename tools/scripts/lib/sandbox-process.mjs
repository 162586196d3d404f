import { createInterface } from 'node:readline'
import { ended, startChild, stop } from './children.mjs'
import { listenOnce } from './env.mjs'
import { Trouble } from './run.mjs'

const PATIENCE_MS = 60_000

/** Offsets from PORT + 10 for workshop pages, ServiceM8, Fiken, register and mail. */
const PORTS = [0, 1, 2, 3, 4]

/**
 * Starts the sandbox (ServiceM8, Fiken, Brønnøysund and the mailbox) and waits for the line of JSON
 * that it prints when it listens. Its ports follow PORT, so that addresses stay valid after a
 * restart; if one of these ports is taken, free ports are used.
 * @returns the process, `env` for the product, and `webUrl` of the pages for acting as tradesperson
 *   and accountant
 */
export async function startSandbox({ port, dataDir, publicUrl }) {
  const base = port + 10
  const taken =
    base + PORTS.length > 65_535 ||
    (await Promise.all(PORTS.map((each) => listenOnce('127.0.0.1', base + each)))).some(Boolean)
  if (taken) console.log(`The ports from ${base} on are not free; the sandbox takes others.`)
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PUBLIC_URL: publicUrl,
    SANDBOX_PRINT: 'json',
    SANDBOX_PORT: String(taken ? 0 : base),
  }
  const child = startChild(['--conditions=source', 'tools/sandbox/main.ts'], {
    env,
    stdout: 'pipe',
  })
  const lines = createInterface({ input: child.stdout })
  const ready = new Promise((resolve) => {
    lines.on('line', (line) => {
      const said = parse(line)
      if (said?.env) resolve(said)
      else console.log(`[sandbox] ${line}`)
    })
  })
  const patience = AbortSignal.timeout(PATIENCE_MS)
  const late = new Promise((resolve) =>
    patience.addEventListener('abort', () => resolve(undefined), { once: true }),
  )
  const said = await Promise.race([ready, late, ended(child).then(() => undefined)])
  if (!said) {
    await stop(child)
    throw new Trouble('The sandbox did not start; see above.')
  }
  return { child, env: said.env, webUrl: said.webUrl }
}

function parse(line) {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
