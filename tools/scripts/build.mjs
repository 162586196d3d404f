// Builds dist: the server with tsc, the browser's part and the server's bundle with Vite; then
// checks the size of the browser's part. Migrations are not copied; the product reads them from
// their own folder beside dist.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { promisify as onThread } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { ensureInstalled } from './ensure-installed.mjs'
import { table, weigh } from './lib/budgets.mjs'
import { isBuilt, sourceDigest, writeStamp } from './lib/build-stamp.mjs'
import { withLock } from './lib/lock.mjs'
import { isMain, root, runtimeNode, tool } from './lib/paths.mjs'
import { main, run, toolEnv, Trouble } from './lib/run.mjs'

const DIST = path.join(root, 'dist')
// At the same depth as dist, so that source maps point at src from both; and beside dist, so that a
// rename puts the new build in place.
const NEXT = path.join(root, 'dist.next')

/** Builds if the sources have changed since the last build; returns true if it built. */
export async function ensureBuilt() {
  if (isBuilt(sourceDigest())) return false
  return withLock('build', async () => {
    const digest = sourceDigest()
    if (isBuilt(digest)) return false
    await build(digest)
    return true
  })
}

async function build(digest) {
  console.log('Building …')
  rmSync(NEXT, { recursive: true, force: true })
  const node = runtimeNode()
  const bundle = path.join(NEXT, 'bundle')
  const began = performance.now()
  const part = async (what, folder, args) => {
    // Set explicitly: with NODE_ENV=development in the environment, Vite would ship React's
    // development build.
    const env = toolEnv({ NODE_ENV: 'production', BUILD_OUT: folder })
    const ran = await run(node, args, { env, capture: true })
    console.log(`  ${what}: ${((performance.now() - began) / 1_000).toFixed(1)} s`)
    return ran
  }
  const server = ['-p', 'tsconfig.server.json', '--outDir', NEXT, '--pretty', 'false']
  const config = ['--config', 'vite.server.config.ts']
  const results = await Promise.all([
    // Types are checked by the tests, and checking them here would take half of the build's time.
    part('modules', NEXT, [tool.tsc, ...server, '--noCheck']),
    part('browser', path.join(NEXT, 'web'), [tool.vite, 'build', '--logLevel', 'warn']),
    part('server', bundle, [tool.vite, 'build', ...config, '--logLevel', 'warn']),
  ])
  for (const { output } of results) if (output.trim()) console.log(output.trim())
  if (results.some(({ code }) => code !== 0))
    throw new Trouble('The build failed; see above. dist is as it was.')
  // Replaces tsc's output of the same entries. Of tsc's other files, only the picture decoder runs,
  // as a separate process.
  cpSync(bundle, path.join(NEXT, 'server'), { recursive: true })
  rmSync(bundle, { recursive: true })

  const { rows, problems } = weigh(path.join(NEXT, 'web'))
  console.log(`${table(rows)}\n`)
  if (problems.length > 0)
    throw new Trouble(
      `The build is over budget; dist is as it was.\n${problems.map((each) => `  ${each}`).join('\n')}`,
    )
  await compress(path.join(NEXT, 'web'))
  writeFileSync(path.join(NEXT, 'build.json'), `${JSON.stringify(whatIsBuilt())}\n`)
  writeStamp(NEXT, digest)
  const old = `${DIST}.old`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(DIST)) renameSync(DIST, old)
  renameSync(NEXT, DIST)
  rmSync(old, { recursive: true, force: true })
  console.log('Built dist.')
}

// Returns the commit and the time of the build, for the operator's page
// (src/server/platform/installed.ts). A package without a repository has no commit.
function whatIsBuilt() {
  let commit = null
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
    commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], options).trim()
  } catch {
    // Git is not installed, or there is no repository.
  }
  return { commit, builtAt: new Date().toISOString() }
}

// Compresses files at build time. The static file plugin serves them unchanged (`preCompressed`),
// so the server compresses nothing while it responds.
async function compress(folder) {
  const files = readdirSync(folder, { recursive: true }).filter(
    (file) => /\.(js|css|svg|json|txt)$/.test(file) && !file.startsWith('.vite'),
  )
  await Promise.all(
    files.map(async (file) => {
      const full = path.join(folder, file)
      const bytes = readFileSync(full)
      if (bytes.length < 1024) return
      writeFileSync(`${full}.gz`, await onThread(gzip)(bytes, { level: 9 }))
      writeFileSync(`${full}.br`, await onThread(brotliCompress)(bytes))
    }),
  )
}

if (isMain(import.meta.url)) {
  await main(async () => {
    await ensureInstalled()
    if (!(await ensureBuilt())) console.log('dist is up to date.')
  })
}
