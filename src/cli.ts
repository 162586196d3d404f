import { ensurePinnedRuntime } from './runtime.ts'

// The imports are dynamic, as in main.ts: old Node versions can run this file but not load the
// modules it needs.
if (await ensurePinnedRuntime()) {
  process.umask(0o077)
  const { runOperator } = await import('./server/operator-console.ts')
  process.exitCode = await runOperator(process.argv.slice(2), process.env, {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  })
}
