// npm run dev: runs the product from source. The server restarts when one of its files changes;
// Vite serves the browser's part with hot module replacement and passes /api on to the server.
// Nothing is built or type-checked; `npm run check` does that.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { ensureInstalled } from './ensure-installed.mjs'
import { ended, endAs, onStop, startChild, stop } from './lib/children.mjs'
import { addressOf, hasVendorCredentials, loadDotEnv, requireFreePort } from './lib/env.mjs'
import { root, tool } from './lib/paths.mjs'
import { main } from './lib/run.mjs'
import { startSandbox } from './lib/sandbox-process.mjs'

const WEB_PORT = 5173

await main(async () => {
  loadDotEnv()
  await ensureInstalled()
  // The browser only sees Vite's address, so session, OAuth redirects and origin check all use that
  // address.
  const address = {
    ...(await addressOf(process.env)),
    publicUrl: process.env.PUBLIC_URL ?? `http://localhost:${WEB_PORT}`,
  }
  await requireFreePort(address.host, address.port)
  mkdirSync(path.join(root, 'dist', 'web'), { recursive: true })
  const running = []
  onStop((signal) => void Promise.all(running.map((child) => stop(child, signal))))

  const env = {
    ...process.env,
    NODE_ENV: 'development',
    PORT: String(address.port),
    PUBLIC_URL: address.publicUrl,
    DATA_DIR: address.dataDir,
  }
  if (!hasVendorCredentials()) {
    const sandbox = await startSandbox(address)
    running.push(sandbox.child)
    Object.assign(env, sandbox.env, { DEMO: '1' })
    console.log(`Sandbox: ${sandbox.webUrl}`)
  }
  running.push(
    startChild(['--watch', '--watch-preserve-output', '--conditions=source', 'src/main.ts'], {
      env,
    }),
  )
  running.push(startChild([tool.vite], { env }))
  const first = await Promise.race(running.map(ended))
  await Promise.all(running.map((child) => stop(child)))
  endAs(first)
})
