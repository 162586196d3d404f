import { join } from 'node:path'
import { startSandbox } from './start.ts'

/**
 * Runs the sandbox as a process. SANDBOX_PORT is the first of five ports (workshop pages,
 * ServiceM8, Fiken, register, mail), or 0 for any free ports. State is kept under DATA_DIR/sandbox.
 * SANDBOX_PRINT=json prints one line of JSON with the environment when the sandbox is ready.
 */
// Files are private to this user: the accounts are invented, but the tokens belong to a running
// product.
process.umask(0o077)

const base = Number(process.env['SANDBOX_PORT'] ?? 4100)
const portAt = (offset: number): number => (base === 0 ? 0 : base + offset)

const sandbox = await startSandbox({
  dataDir: join(process.env['DATA_DIR'] ?? './data', 'sandbox'),
  host: process.env['SANDBOX_HOST'] ?? '127.0.0.1',
  ports: {
    web: portAt(0),
    servicem8: portAt(1),
    fiken: portAt(2),
    brreg: portAt(3),
    smtp: portAt(4),
  },
  productUrl: process.env['PUBLIC_URL'] ?? '',
  latencyMs: Number(process.env['SANDBOX_LATENCY_MS'] ?? 40),
  ...(process.env['SANDBOX_SEED'] ? { seed: Number(process.env['SANDBOX_SEED']) } : {}),
  log: (message) => process.stderr.write(`${message}\n`),
})

if (process.env['SANDBOX_PRINT'] === 'json') {
  process.stdout.write(
    `${JSON.stringify({ ready: true, webUrl: sandbox.webUrl, env: sandbox.env })}\n`,
  )
} else {
  const lines = Object.entries(sandbox.env).map(([name, value]) => `  ${name}=${value}`)
  process.stdout.write(`Verkstedet er klart: ${sandbox.webUrl}\n\n${lines.join('\n')}\n`)
}

function stop(): void {
  void sandbox.close().then(() => process.exit(0))
}

process.once('SIGINT', stop)
process.once('SIGTERM', stop)
process.once('disconnect', stop)
