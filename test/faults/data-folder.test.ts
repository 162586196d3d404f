import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSession } from '#shared/contracts/auth'
import { createVisitor } from '../support/people/browserless.ts'
import { startProduct } from '../support/world/process.ts'
import { freePort } from '../support/world/free-port.ts'
import { signUp } from '../support/world/world.ts'

/** Tests that only the owner can access the data folder; otherwise the server refuses to start. */

const NOBODY = 65_534
const SECRET = 'a secret of the tests, thirty-two characters'
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fakturabro-open-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the paths that others can access, without symbolic links, whose mode means nothing. */
const openToOthers = () =>
  ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter((name) => {
    const stats = lstatSync(path.join(folder, name))
    return !stats.isSymbolicLink() && (stats.mode & 0o077) !== 0
  })

const environment = async () => {
  const port = String(await freePort())
  return { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, DATA_DIR: folder, DATABASE_URL: '' }
}

async function refusal(more: Record<string, string>): Promise<string> {
  const entry = path.join(import.meta.dirname, '../support/world/product-process.ts')
  const child = spawn(process.execPath, ['--conditions=source', entry], {
    env: {
      PATH: process.env['PATH'],
      APP_SECRET: SECRET,
      LOG_LEVEL: 'fatal',
      ...(await environment()),
      ...more,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  if (!child.stderr) throw new Error('nobody hears it')
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(code).toBe(1)
  return said
}

test('a folder that was open to everybody is closed at startup, and stays closed while the product runs', async () => {
  chmodSync(folder, 0o777)
  writeFileSync(path.join(folder, 'app-secret'), 'written by an older version')
  chmodSync(path.join(folder, 'app-secret'), 0o666)
  const env = await environment()
  for (const _again of [1, 2]) {
    const product = await startProduct(env)
    expect(openToOthers()).toEqual([])
    const visitor = await signUp({ visitor: () => createVisitor(env.PUBLIC_URL) })
    expect(await visitor.call(readSession)).toMatchObject({ isAdmin: false })
    expect(openToOthers()).toEqual([])
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['database', 'operator.sock']))
    await product.end('SIGTERM')
    // Older versions left these paths accessible.
    for (const name of ['database', 'database/PG_VERSION', '.'])
      chmodSync(path.join(folder, name), 0o777)
  }
})

test('a folder that everybody shares is refused, and left as it is', async () => {
  chmodSync(folder, 0o1777)
  expect(await refusal({})).toContain(
    `DATA_DIR is ${folder}, which holds more than this product’s data.`,
  )
  expect(lstatSync(folder).mode & 0o7777).toBe(0o1777)
})

// Only root can create files owned by another user.
if (process.getuid?.() === 0) {
  test('a folder that the product may not close is refused, naming the command that closes it', async () => {
    const open = path.join(folder, 'app-secret')
    writeFileSync(open, '')
    chmodSync(open, 0o644)
    chownSync(folder, NOBODY, NOBODY)
    const said = await refusal({ TEST_USER: String(NOBODY) })
    expect(said).toContain(
      `Fakturabro could not start: The data folder ${folder} is open to others than its owner: ${open} has mode 0644`,
    )
    expect(said).toContain(`chown -R ${NOBODY} ${folder} && chmod -R go-rwx ${folder}`)
    expect(readdirSync(folder)).toEqual(['app-secret'])
  })
}
