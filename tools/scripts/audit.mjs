// npm run audit: lists known vulnerabilities of the shipped packages, from the registry. Exits with
// 1 for unexplained vulnerabilities, and with 2 if the registry does not support such queries, so
// that nothing was checked.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './lib/paths.mjs'
import { main, Trouble } from './lib/run.mjs'
import { shippedPackages } from './lib/shipped.mjs'

await main(() => {
  const { stdout } = spawnSync('npm', ['audit', '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  const answer = parsed(stdout)
  if (!answer?.vulnerabilities)
    throw new Trouble(
      `The registry did not answer (${answer?.message ?? 'no JSON'}). Nothing has been checked: try with another registry.`,
      2,
    )
  const explained = JSON.parse(
    readFileSync(path.join(root, 'tools/scripts/audit-explained.json'), 'utf8'),
  )
  const shipped = new Set([...shippedPackages().values()].map(({ name }) => name))
  const found = Object.values(answer.vulnerabilities)
  const open = found.filter(({ name }) => shipped.has(name) && !(name in explained))
  console.log(
    `${found.length} packages with known vulnerabilities, ${open.length} of them shipped and unexplained.`,
  )
  for (const { name, severity, via } of open)
    console.log(`  ${name} (${severity}): ${via.map((one) => one.url ?? one).join(', ')}`)
  return open.length > 0 ? 1 : 0
})

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
