import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Tests that the figures of tools/bench that start the most parts still run, in tiny sizes. */

const DATABASE = process.env['TEST_DATABASE_URL'] ? 'postgres' : 'embedded'

test.each([
  { what: 'whether an hour under load slows anything down', figure: 'hour' },
  { what: 'how long a press on a phone takes', figure: 'presses' },
  ...(DATABASE === 'postgres'
    ? [{ what: 'what more workers do for ever more tenants', figure: 'growing' }]
    : []),
])('$what can be measured', async ({ figure }) => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--conditions=source',
    'tools/bench/run.ts',
    '--smoke',
    `--only=${figure}`,
    `--database=${DATABASE}`,
  ])
  expect(stdout).toContain('Smoke: everything ran.')
})
