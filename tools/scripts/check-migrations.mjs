// Fails when a tables.ts differs from the migrations, because the product would then run on a
// schema that no installation gets. Of migrations/meta, only the newest snapshot is kept.
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root, runtimeNode } from './lib/paths.mjs'
import { main, run, Trouble } from './lib/run.mjs'

const KIT = path.join(root, 'node_modules/drizzle-kit/bin.cjs')

await main(async () => {
  const kept = path.join(root, 'migrations')
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'migrations-'))
  try {
    const before = existsSync(kept) ? readdirSync(kept).filter((name) => name.endsWith('.sql')) : []
    if (existsSync(kept)) cpSync(kept, scratch, { recursive: true })
    const older = readdirSync(path.join(kept, 'meta'))
      .filter((name) => name.endsWith('_snapshot.json'))
      .sort()
      .slice(0, -1)
    if (older.length > 0)
      throw new Trouble(`Only the newest snapshot is compared with. Delete ${older.join(', ')}.`)
    const env = { ...process.env, MIGRATIONS_OUT: path.relative(root, scratch) }
    const { code, output } = await run(runtimeNode(), ['--conditions=source', KIT, 'generate'], {
      env,
      capture: true,
    })
    if (code !== 0) throw new Trouble(`drizzle-kit failed:\n${output.trim()}`)
    const added = readdirSync(scratch).filter(
      (name) => name.endsWith('.sql') && !before.includes(name),
    )
    if (added.length === 0) return
    const sql = readFileSync(path.join(scratch, added[0]), 'utf8')
      .split('\n')
      .slice(0, 25)
      .join('\n')
    throw new Trouble(
      `The tables have changed without a migration. Run: npm run db:generate -- --name=what-changes\n\n${sql}`,
    )
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
})
