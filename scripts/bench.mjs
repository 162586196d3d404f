// npm run bench: the figures of bench/README.md, measured against something named in the same run. Options stand in bench/run.ts;
// npm run bench -- --smoke tells in a minute whether everything still runs. PostgreSQL is looked for at TEST_DATABASE_URL.
import { ensureInstalled } from './ensure-installed.mjs'
import { runtimeNode } from './lib/paths.mjs'
import { main, run, toolEnv } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled()
  const { code } = await run(runtimeNode(), ['--conditions=source', 'bench/run.ts', ...process.argv.slice(2)], { env: toolEnv() })
  return code
})
