import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { closeFolder, makeFolder } from './data-folder.ts'

let around: string
let folder: string
beforeEach(() => {
  around = mkdtempSync(path.join(os.tmpdir(), 'fakturabro-folder-'))
  folder = path.join(around, 'data')
  mkdirSync(path.join(folder, 'database', 'base'), { recursive: true })
})
afterEach(() => rmSync(around, { recursive: true, force: true }))

const modeOf = (...names: string[]) => statSync(path.join(folder, ...names)).mode & 0o777

function write(mode: number, ...names: string[]): string {
  const file = path.join(folder, ...names)
  writeFileSync(file, '')
  chmodSync(file, mode)
  return file
}

describe('the data folder', () => {
  test('and everything in it is closed to others, and its owner’s permissions stay', () => {
    for (const part of [[], ['database'], ['database', 'base']])
      chmodSync(path.join(folder, ...part), 0o777)
    write(0o666, 'app-secret')
    write(0o644, 'database', 'PG_VERSION')
    write(0o755, 'database', 'base', 'a script')
    write(0o400, 'database', 'base', 'read only')
    closeFolder(folder)
    expect([modeOf(), modeOf('database'), modeOf('database', 'base')]).toEqual([
      0o700, 0o700, 0o700,
    ])
    expect([modeOf('app-secret'), modeOf('database', 'PG_VERSION')]).toEqual([0o600, 0o600])
    expect([
      modeOf('database', 'base', 'a script'),
      modeOf('database', 'base', 'read only'),
    ]).toEqual([0o700, 0o400])
  })

  test('that is missing is created for its owner alone, whatever the umask', () => {
    const before = process.umask(0)
    try {
      const made = path.join(around, 'new', 'data')
      expect(() => closeFolder(made)).not.toThrow()
      makeFolder(made)
      expect(statSync(made).mode & 0o777).toBe(0o700)
    } finally {
      process.umask(before)
    }
  })

  test('does not lead outside: what a symbolic link points to is left as it is', () => {
    const outside = path.join(around, 'outside')
    mkdirSync(outside)
    writeFileSync(path.join(outside, 'file'), '')
    chmodSync(outside, 0o755)
    chmodSync(path.join(outside, 'file'), 0o644)
    symlinkSync(outside, path.join(folder, 'folder'))
    symlinkSync(path.join(outside, 'file'), path.join(folder, 'file'))
    symlinkSync('nowhere', path.join(folder, 'broken'))
    closeFolder(folder)
    expect([statSync(outside).mode & 0o777, modeOf('file')]).toEqual([0o755, 0o644])
  })

  test('may itself be reached through a symbolic link', () => {
    chmodSync(folder, 0o755)
    const link = path.join(around, 'link')
    symlinkSync(folder, link)
    closeFolder(link)
    expect(modeOf()).toBe(0o700)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
  })

  test('with as many files as a database has is closed to the last one', () => {
    for (let n = 0; n < 3_000; n += 1) write(0o666, 'database', 'base', String(n))
    closeFolder(folder)
    expect(modeOf('database', 'base', '2999')).toBe(0o600)
  })

  test('that stays open is refused, with the command that closes it', () => {
    const odd = path.join(around, "Kari's data")
    mkdirSync(odd, { mode: 0o755 })
    chmodSync(odd, 0o755)
    const quoted = `'${odd.replace("'", String.raw`'\''`)}'`
    for (const chmod of [() => undefined, () => expectFailure()])
      expect(() => closeFolder(odd, chmod)).toThrow(`Close it with: chmod -R go-rwx ${quoted}`)
    const shell = spawnSync('sh', ['-c', `chmod -R go-rwx ${quoted}`])
    expect(shell.status).toBe(0)
    expect(() => closeFolder(odd, () => undefined)).not.toThrow()
  })

  test('must not be one that contains the product, or everybody’s files', () => {
    chmodSync(folder, 0o1777)
    const { mode } = statSync(process.cwd())
    for (const shared of [folder, path.parse(folder).root, process.cwd()])
      expect(() => closeFolder(shared, () => expect.unreachable('nothing is changed'))).toThrow(
        'Set it to a folder of its own.',
      )
    expect(statSync(process.cwd()).mode).toBe(mode)
  })

  // Only root can create a file that another user owns.
  if (process.getuid?.() === 0) {
    test('of another user is refused by a product that may not change it, with the commands for root', () => {
      const NOBODY = 65_534
      chmodSync(around, 0o755)
      chownSync(folder, NOBODY, NOBODY)
      chmodSync(folder, 0o700)
      const foreign = write(0o666, 'app-secret')
      const script = `import { closeFolder } from ${JSON.stringify(path.join(import.meta.dirname, 'data-folder.ts'))}
        process.setegid(${NOBODY})
        process.seteuid(${NOBODY})
        try { closeFolder(process.argv[1]); console.log('open') } catch (error) { console.log(error.message) }`
      const start = () =>
        spawnSync(process.execPath, ['--input-type=module', '-e', script, folder], {
          encoding: 'utf8',
        }).stdout.trim()
      const said = start()
      const help = `chown -R ${NOBODY} ${folder} && chmod -R go-rwx ${folder}`
      expect(said).toBe(
        `The data folder ${folder} is open to others than its owner: ${foreign} has mode 0666 and belongs to user 0, ` +
          `while the product runs as user ${NOBODY}. Close it, as root, with: ${help}`,
      )
      expect(spawnSync('sh', ['-c', help]).status).toBe(0)
      expect(start()).toBe('open')
      expect(modeOf('app-secret')).toBe(0o600)
    })
  }
})

function expectFailure(): never {
  throw Object.assign(new Error('not permitted'), { code: 'EPERM' })
}
