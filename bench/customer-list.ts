import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from 'playwright-core'
import { readCustomers } from '#shared/contracts/customers'
import { until } from '#test/support/wait'
import { cookieOf } from './support/five-years.ts'
import { median, ms, percentile, type Result } from './support/figures.ts'
import { fire } from './support/load.ts'
import type { Stage } from './support/stage.ts'
import { UNPACED, type BenchWorld, type Customer } from './support/world.ts'

/** What a key press may take until the page is painted: a sixteenth of a second feels late. */
const KEY_MS = 50
const TYPED = 'sameiet hansen 12'

/**
 * The customers screen of somebody with thousands of clients: the whole list in one answer, against
 * a bare server that serialises the same rows; and a letter typed into its search, against 50 ms.
 */
export async function customerList(stage: Stage): Promise<Result[]> {
  const clients = stage.smoke ? 300 : 10_000
  const world = await stage.start({ ...UNPACED, tickMs: 86_400_000 })
  try {
    const [person] = await world.customers(1)
    if (!person) throw new Error('nobody is there')
    await fillClients(world, person, clients)
    const many = clients.toLocaleString('en')
    const cookie = await cookieOf(world, person)
    const results = await answered(world, person, cookie, many, stage.smoke)
    if (world.kind === 'postgres' || stage.smoke)
      results.push(await typed(world, cookie, many, stage))
    return results
  } finally {
    await world.stop()
  }
}

/** Copies of one client as ServiceM8 has them, each with an address of its own. */
async function fillClients(world: BenchWorld, person: Customer, clients: number): Promise<void> {
  await until(
    'the first clients to be read',
    async () => (await person.visitor.call(readCustomers)).length > 0,
  )
  await world.sql(`insert into servicem8_clients
    select user_id, 'copy-' || n, name || ' ' || n, active,
      data || jsonb_build_object('uuid', 'copy-' || n, 'name', name || ' ' || n,
        'parentUuid', null, 'billingAddress', 'Sameiet Nordre ' || n || E'\\nHansens vei ' || n % 90 || E'\\n5003 Bergen'),
      contacts, seen_at
    from (select * from servicem8_clients where user_id = '${person.userId}' order by uuid limit 1) one,
      generate_series(1, ${clients}) n`)
  await world.sql('vacuum analyze servicem8_clients')
}

async function answered(
  world: BenchWorld,
  person: Customer,
  cookie: string,
  many: string,
  smoke: boolean,
): Promise<Result[]> {
  const rows = await person.visitor.call(readCustomers)
  const bare = createServer((_, answer) => {
    answer.setHeader('content-type', 'application/json')
    answer.end(JSON.stringify(rows))
  })
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  const { port } = bare.address() as AddressInfo
  const path = readCustomers.path
  const shot = () => ({ path, method: 'GET' as const, headers: { cookie } })
  const shots = smoke ? 2 : 10
  const times = { bare: [] as number[], changed: [] as number[], same: [] as number[] }
  for (let round = 0; round < (smoke ? 1 : 5); round += 1) {
    await world.sql(
      `update servicem8_clients set seen_at = now() where user_id = '${person.userId}' and uuid = 'copy-1'`,
    )
    for (const [who, origin, asked] of [
      ['bare', `http://127.0.0.1:${port}`, shots],
      ['changed', world.url, 1],
      ['same', world.url, shots],
    ] as const) {
      const { times: spent, statuses } = await fire(origin, 1, shot, { shots: asked })
      if (!statuses[200]) throw new Error(`${path} answered ${JSON.stringify(statuses)}`)
      times[who].push(...spent)
    }
  }
  bare.close()
  const against = median(times.bare)
  const line = (what: string, ours: number, target: Result['target']): Result => ({
    what: `${what} / the same rows serialised`,
    ours: ms(ours),
    against: ms(against),
    ratio: ours / against,
    target,
  })
  return [
    line(`list of ${many} customers`, median(times.same), { most: 2 }),
    line('… the first time after a change', median(times.changed), null),
  ]
}

/** From each key press to the paint that shows its letter, as the browser itself measures it. */
async function typed(
  world: BenchWorld,
  cookie: string,
  many: string,
  stage: Stage,
): Promise<Result> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url: world.url }])
    const page = await context.newPage()
    await page.goto(`${world.url}/customers`)
    await page.locator('[data-row]').first().waitFor()
    await page.evaluate(() => {
      const spent: number[] = []
      Object.assign(window, { spent })
      addEventListener(
        'keydown',
        () => {
          const pressed = performance.now()
          // The frame after the one in which the letter is drawn begins when that is painted.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => spent.push(performance.now() - pressed)
            port2.postMessage(null)
          })
        },
        true,
      )
    })
    const search = page.getByRole('searchbox')
    for (let round = 0; round < (stage.smoke ? 1 : 3); round += 1) {
      await search.fill('')
      await search.focus()
      for (const letter of TYPED) await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    }
    const spent = await page.evaluate(() => (window as unknown as { spent: number[] }).spent)
    stage.say(
      `a letter among ${many}: median ${ms(median(spent))}, longest ${ms(percentile(spent, 1))}`,
    )
    const ours = percentile(spent, 0.95)
    return {
      what: `a letter typed among ${many} customers, until it is painted, p95 / ${KEY_MS} ms`,
      ours: ms(ours),
      against: ms(KEY_MS),
      ratio: ours / KEY_MS,
      target: { most: 1 },
    }
  } finally {
    await browser.close()
  }
}
