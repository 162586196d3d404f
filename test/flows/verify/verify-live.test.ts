import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { VERIFY_STATE } from '#shared/verify-state'
import { Refusal } from '#verify/refusal'
import { tableOf } from '#verify/report'
import {
  companyIn,
  startAskedSandbox,
  unexpected,
  type AskedSandbox,
} from '../../support/verify/asked-sandbox.ts'

const DAY = 24 * 3_600_000

let asked: AskedSandbox

beforeEach(async () => {
  asked = await startAskedSandbox()
})
afterEach(() => asked.sandbox.close())

function standing() {
  const { world } = asked.sandbox
  const company = companyIn(world)
  const [account] = Object.values(world.state.servicem8.accounts)
  const active = (table: 'job' | 'material' | 'jobmaterial' | 'jobpayment') =>
    Object.values(account!.tables[table]).filter((row) => row.active === 1).length
  return {
    drafts: company.drafts.length,
    contacts: company.contacts.length,
    products: company.products.length,
    invoices: company.invoices.length,
    records: [active('job'), active('material'), active('jobmaterial'), active('jobpayment')],
    subscriptions: account!.subscriptions.length,
  }
}

/**
 * Runs the verify tool as a process, and grants consent at the vendor when asked, as the operator
 * does. Returns the exit code and the output.
 */
async function typed(
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; printed: string }> {
  const child = spawn(process.execPath, ['--conditions=source', 'tools/verify/main.ts', ...args], {
    cwd: path.resolve(import.meta.dirname, '../../..'),
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let printed = ''
  let answered = false
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
    const [address] = /^http\S+authorize\S+$/m.exec(printed) ?? []
    if (!address || answered || !printed.endsWith('> ')) return
    answered = true
    void fetch(address, { redirect: 'manual' }).then(({ headers }) =>
      child.stdin.write(`${headers.get('location')}\n`),
    )
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, printed }
}

describe('asking the real vendors', () => {
  test('the sandbox is in every point as the code was written for, a day’s payment included', async () => {
    const first = await asked.ask()
    expect(unexpected(first)).toEqual(['fiken.issuing.last-modified-after-payment'])
    expect(first.left).toEqual([])

    await asked.clock.sleep(DAY)
    const next = await asked.ask({ only: ['fiken.issuing.last-modified'] })
    expect(unexpected(next)).toEqual([])

    asked.sandbox.world.settings.fiken.paymentTouchesInvoice = true
    await asked.clock.sleep(DAY)
    const touched = await asked.ask({ only: ['fiken.issuing.last-modified'] })
    expect(unexpected(touched)).toEqual(['fiken.issuing.last-modified-after-payment'])
  })

  test('a contact made before midnight is asked for by the day on which it was made', async () => {
    const report = await asked.ask({
      only: ['fiken.lists.equality', 'fiken.lists.modified-since'],
      say: (line) => {
        if (line.startsWith('fiken.lists.equality')) asked.later(DAY)
      },
    })
    expect(report.answers).toHaveLength(2)
    expect(unexpected(report)).toEqual([])
  })

  test('what it made is gone afterwards, and nothing was issued without being told to', async () => {
    const before = standing()
    const report = await asked.ask({ issue: false })
    expect(standing()).toEqual(before)
    expect(report.left).toEqual([])
    const grants = Object.values(asked.sandbox.world.state.fiken.oauth.grants)
    expect(grants.every(({ revoked }) => revoked)).toBe(true)
    const traces = report.answers.filter(({ seen }) => seen.includes('--issue'))
    expect(traces.length).toBeGreaterThan(5)
  })

  test('what cannot be deleted is named for a person', async () => {
    asked.sandbox.world.faults.add({
      vendor: 'fiken',
      kind: 'status',
      status: 500,
      method: 'DELETE',
      path: '/contacts/',
    })
    const report = await asked.ask({ only: ['fiken.lists.equality'] })
    expect(report.left).toEqual([expect.stringMatching(/^contact \d+ in Fiken: 500/)])
    expect(tableOf(report)).toContain('LEFT BEHIND')
  })

  test('a company that Fiken does not mark as a test company is refused, and nothing is made', async () => {
    companyIn(asked.sandbox.world).info.testCompany = false
    const before = standing()
    await expect(asked.ask()).rejects.toThrow(/not marked as a test company/)
    await expect(asked.ask()).rejects.toBeInstanceOf(Refusal)
    expect(standing()).toEqual(before)
    const writes = asked.sandbox.world.ledger.entries.filter(
      ({ method, path: address }) => method !== 'GET' && !address.startsWith('/oauth'),
    )
    expect(writes).toEqual([])
  })

  test('with several test companies one must be named', async () => {
    await expect(asked.ask({ company: undefined })).rejects.toThrow(/--company=<slug>.*fjordvik/)
    await expect(asked.ask({ company: 'en-annen' })).rejects.toThrow(/no company en-annen/)
  })

  test('another account of ServiceM8 than the one named is refused', async () => {
    await expect(asked.ask({ account: 'Bakke Elektro AS' })).rejects.toThrow(
      /"Fjordvik Rør AS", not "Bakke Elektro AS"/,
    )
    await expect(asked.ask({ account: undefined })).rejects.toThrow(/--account=/)
    const grants = Object.values(asked.sandbox.world.state.fiken.oauth.grants)
    expect(grants.length).toBeGreaterThan(0)
    expect(grants.every(({ revoked }) => revoked)).toBe(true)
  })

  test('the consent is asked for with a state by which a running product leaves the address alone', async () => {
    const states: string[] = []
    const hear = (_vendor: string, address: string) => {
      states.push(new URL(address).searchParams.get('state') ?? '')
      return Promise.resolve('hei')
    }
    await expect(asked.ask({ consent: hear })).rejects.toBeInstanceOf(Refusal)
    expect(states).toEqual([expect.stringMatching(/^verify\..{36}$/)])
    expect(states[0]?.startsWith(VERIFY_STATE)).toBe(true)
  })

  test('an address that is not the one asked for is refused in a sentence', async () => {
    const pasting = (address: string) => asked.ask({ consent: () => Promise.resolve(address) })
    await expect(pasting('hei')).rejects.toThrow(/not the address that Fiken sent/)
    await expect(pasting('http://x/?code=1&state=2')).rejects.toThrow(/another attempt/)
    await expect(pasting('http://x/?error=access_denied')).rejects.toThrow(/Fiken says/)
    await expect(pasting('hei')).rejects.toBeInstanceOf(Refusal)
  })

  test('a vendor that fails at one question does not stop the others', async () => {
    asked.sandbox.world.faults.add({
      vendor: 'fiken',
      kind: 'status',
      status: 503,
      path: '/products',
    })
    const report = await asked.ask({ only: ['fiken.products', 'fiken.money'] })
    expect(report.answers.filter(({ verdict }) => verdict === 'failed')).toHaveLength(6)
    expect(report.answers.filter(({ verdict }) => verdict === 'as expected')).toHaveLength(5)
  })

  test('it stops before the next question when told to, and takes back what it made', async () => {
    const before = standing()
    const stop = new AbortController()
    const report = await asked.ask({
      issue: false,
      signal: stop.signal,
      say: (line) => {
        if (line.startsWith('fiken.drafts.uuid-filter')) stop.abort()
      },
    })
    expect(report.answers.some(({ seen }) => seen === 'stopped')).toBe(true)
    expect(standing()).toEqual(before)
  })

  test('it is a command: a person pastes the address they ended on, and the record is written', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'fakturabro-verify-'))
    const out = path.join(folder, 'record.json')
    const { code, printed } = await typed(
      ['--company=fjordvik-ror-as', '--only=fiken.contacts', `--out=${out}`],
      asked.sandbox.env,
    )
    const record = JSON.parse(await readFile(out, 'utf8'))
    await rm(folder, { recursive: true })
    expect(printed).toMatch(/3 as expected/)
    expect(record).toMatchObject({ fiken: { company: 'fjordvik-ror-as' }, issued: false, left: [] })
    expect(record.answers).toHaveLength(3)
    expect(code).toBe(0)
    expect(JSON.stringify(record)).not.toMatch(/access_|refresh_/)
  })

  test('Fiken sees one request at a time, and never more than four in a second', async () => {
    const { world } = asked.sandbox
    world.settings.fiken.throttlePerSecond = 4
    const realTime = {
      now: () => Date.now(),
      sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    }
    await asked.ask({ clock: realTime, only: ['fiken.money'], callback: undefined })
    expect(world.ledger.summary()).toMatchObject({ overlaps: 0, tooFast: 0 })
  })
})
