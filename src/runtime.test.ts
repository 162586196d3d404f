import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensurePinnedRuntime, isAtLeast } from './runtime.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'runtime-'))
const script = path.join(folder, 'product.mjs')

// A script that stands in for main.ts. On its first run it claims to be Node 20; its first argument
// tells it what to do after the restart.
beforeAll(() => {
  writeFileSync(
    script,
    `import { ensurePinnedRuntime } from ${JSON.stringify(new URL('./runtime.ts', import.meta.url).href)}
     const [deed, stuck] = process.argv.slice(2)
     const first = process.env.FAKTURABRO_RERUN === undefined
     const good = await ensurePinnedRuntime({ pinnedNode: process.execPath, ...(first || stuck ? { version: 'v20.20.2' } : {}) })
     if (good) {
       if (deed === 'exit') process.exit(7)
       if (deed === 'killed') process.kill(process.pid, 'SIGKILL')
       process.on('SIGTERM', () => { console.log('stopping'); process.exit(3) })
       setInterval(() => {}, 1000)
       console.log('running', process.pid)
     }`,
  )
})

afterAll(() => {
  rmSync(folder, { recursive: true })
})

function start(...args: string[]): { parent: ChildProcess; lines: Interface } {
  const parent = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  return { parent, lines: createInterface({ input: parent.stdout }) }
}

async function childPid(lines: Interface): Promise<number> {
  const [line] = (await once(lines, 'line')) as [string]
  return Number(line.replace('running ', ''))
}

describe('the required version', () => {
  test.each([
    ['v20.20.2', false],
    ['v22.21.9', false],
    ['v22.22.0', true],
    ['v24.1.0', true],
    ['v26.10.0', true],
  ])('%s is new enough: %s', (version, enough) => {
    expect(isAtLeast(version, [22, 22])).toBe(enough)
  })

  test('a new enough Node continues where it is', async () => {
    expect(await ensurePinnedRuntime({ version: 'v22.22.0' })).toBe(true)
  })
})

describe('on a Node that is too old', () => {
  test('the product runs under the pinned one, and its exit code is passed on', async () => {
    const { parent } = start('exit')
    expect(await once(parent, 'exit')).toEqual([7, null])
  })

  test('a signal that ended the product is passed on', async () => {
    const { parent } = start('killed')
    expect(await once(parent, 'exit')).toEqual([null, 'SIGKILL'])
  })

  test('a stop signal reaches the product, which shuts down in its own way', async () => {
    const { parent, lines } = start('serve')
    await childPid(lines)
    parent.kill('SIGTERM')
    expect(await once(parent, 'exit')).toEqual([3, null])
  })

  test('the product does not outlive a parent that was killed hard', async () => {
    const { parent, lines } = start('serve')
    const pid = await childPid(lines)
    const lastWords = once(lines, 'line')
    parent.kill('SIGKILL')
    expect(await lastWords).toEqual(['stopping'])
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  test('it is restarted once, not for ever, when that did not help', async () => {
    const { parent } = start('serve', 'stuck')
    const complaint = parent.stderr
      ? once(parent.stderr.setEncoding('utf8'), 'data')
      : Promise.resolve([''])
    expect(await once(parent, 'exit')).toEqual([1, null])
    expect(String(await complaint)).toContain('too old')
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
