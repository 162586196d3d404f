// npm run bench: measures the figures of tools/bench/README.md against references in the same run.
// The options are in tools/bench/run.ts; npm run bench -- --smoke shows within a minute whether
// everything still runs. Expects PostgreSQL at TEST_DATABASE_URL.
import { ensureBuilt } from './build.mjs'
import { ensureBrowser } from './ensure-browser.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { installApart } from './lib/install-apart.mjs'
import { runtimeNode } from './lib/paths.mjs'
import { main, run, toolEnv } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const only = process.argv.find((arg) => arg.startsWith('--only='))
  if (!only || only.includes('phone')) await installApart('tools/bench/lighthouse', 'Lighthouse')
  const env = { ...toolEnv(), CHROME_PATH: await ensureBrowser() }
  const { code } = await run(
    runtimeNode(),
    ['--conditions=source', 'tools/bench/run.ts', ...process.argv.slice(2)],
    { env },
  )
  return code
})
