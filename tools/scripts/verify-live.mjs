// npm run verify:live: asks the real vendors every open question, as docs/going-live.md explains.
// Reads .env as `npm start` does.
import { ensureInstalled } from './ensure-installed.mjs'
import { loadDotEnv } from './lib/env.mjs'
import { runtimeNode } from './lib/paths.mjs'
import { main, run } from './lib/run.mjs'

await main(async () => {
  loadDotEnv()
  await ensureInstalled()
  const args = ['--conditions=source', 'tools/verify/main.ts', ...process.argv.slice(2)]
  const { code } = await run(runtimeNode(), args)
  return code
})
