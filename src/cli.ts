import { ensurePinnedRuntime } from './runtime.ts'

// As in main.ts: what follows does not even load on the oldest Node that can run this file.
if (await ensurePinnedRuntime()) {
  process.umask(0o077)
  const { runOperator } = await import('./server/operator-console.ts')
  process.exitCode = await runOperator(process.argv.slice(2), process.env, {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  })
}
