// npm run dev: the product from source. The server restarts when a file of its own changes; Vite
// serves the browser's part with hot replacement and passes /api on. No build, no type checking:
// `npm run check` does that.
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
  // The browser only ever sees Vite's address: session, OAuth redirects and the origin check all
  // agree on it.
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
