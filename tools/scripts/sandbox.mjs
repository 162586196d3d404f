// npm run sandbox: runs the sandbox alone, for a product started by hand. Prints the environment
// variables that point a product at the sandbox.
import { ensureInstalled } from './ensure-installed.mjs'
import { ended, endAs, onStop, stop } from './lib/children.mjs'
import { addressOf, loadDotEnv } from './lib/env.mjs'
import { main } from './lib/run.mjs'
import { startSandbox } from './lib/sandbox-process.mjs'

await main(async () => {
  loadDotEnv()
  await ensureInstalled()
  const { child, env, webUrl } = await startSandbox(await addressOf(process.env))
  onStop((signal) => void stop(child, signal))
  console.log('# Start the product with these, for example in another shell:')
  for (const [name, value] of Object.entries(env)) console.log(`export ${name}='${value}'`)
  console.log(`# Play tradesperson and accountant at ${webUrl}`)
  endAs(await ended(child))
})
