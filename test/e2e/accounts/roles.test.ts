import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Role } from '#shared/access/roles'
import { readSession } from '#shared/contracts/auth'
import { settled } from '../../support/browser/at-rest.ts'
import { expectSoundInEveryLook, overflow, useBrowser } from '../../support/browser/browser.ts'
import { openPart } from '../../support/browser/screen.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { colleague } from '../../support/people/access/members.ts'
import { readyCustomer } from '../../support/people/customer.ts'
import { finishJob } from '../../support/people/finished-jobs.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

const world = await startWorld()
const browser = useBrowser(() => world)

const owner = await readyCustomer(world)
const { company } = await owner.visitor.call(readSession)
await transferOf(owner.visitor, finishJob(world, owner).uuid, 'completed')

/** The screens, with something that each shows once it has been read. */
const SCREENS: readonly (readonly [string, (page: Page) => Locator])[] = [
  ['/', (page) => page.getByRole('heading', { name: 'Systemstatus' })],
  ['/configuration', (page) => page.getByRole('heading', { name: 'Integrasjonsstatus' })],
  ['/transfers', (page) => page.locator('main [data-row]').first()],
  ['/reconciliation', (page) => page.getByText('er ikke sjekket ennå')],
  ['/customers', (page) => page.locator('main [data-row]').first()],
  ['/product-sync', (page) => page.locator('main [data-row]').first()],
]

/** What only those who do more than read are shown. */
const DOING =
  /Synkroniser|Slett|Lagre(?!de)|Koble|Autoriser|Overfør nå|Prøv|Hent jobber|Opprett|Rediger|Smart Sync|Sjekk|Angre|Test tilkobling|Registrer|Lag kontoregler|Logg ut av Fiken|Velg alle|Fra CSV/

async function pageAs(role: Role, width: number): Promise<{ page: Page; refused: string[] }> {
  const page = await browser.openPage({
    as: await colleague(world, company?.id ?? '', role),
    width,
  })
  const refused: string[] = []
  page.on('response', (answer) => {
    if ([403, 404].includes(answer.status())) refused.push(answer.url())
  })
  return { page, refused }
}

const buttons = (page: Page) =>
  page
    .locator('main')
    .getByRole('button')
    .or(page.locator('main').getByRole('checkbox'))
    .or(page.locator('main').getByRole('switch'))
    .evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label') ?? one.textContent).filter(Boolean),
    )

test.each(seenAt([360, 1280]))(
  'a reader sees every screen at %i pixels, and nothing to do there',
  async (width) => {
    const { page, refused } = await pageAs('reader', width)
    for (const [address, read] of SCREENS) {
      await page.goto(address)
      await read(page).waitFor()
      await settled(page)
      expect(
        (await buttons(page)).filter((name) => DOING.test(name)),
        address,
      ).toEqual([])
      expect(await overflow(page), address).toBe(0)
    }
    await page.goto('/configuration')
    for (const part of ['Tilkoblinger', 'Faktura', 'Avansert'] as const) {
      await openPart(page, part)
      await settled(page)
      expect(await page.locator('main').locator('input, select').count(), part).toBe(0)
      await expectSoundInEveryLook(page)
    }
    expect(refused).toEqual([])
  },
)

test('who pays, and how much, stands with the owner alone', async () => {
  const paying = (page: Page) => page.locator('main').getByText(/Du betaler|Abonnement/)
  const { page } = await pageAs('accountant', 1280)
  const owners = await browser.openPage({ as: owner })
  for (const address of ['/configuration', '/profile']) {
    for (const each of [owners, page]) {
      await each.goto(address)
      await settled(each)
    }
    await paying(owners).first().waitFor()
    expect(await paying(page).count(), address).toBe(0)
  }
})

test('an owner is offered what a reader is not, on every such screen', async () => {
  const page = await browser.openPage({ as: owner })
  for (const [address, read] of SCREENS) {
    await page.goto(address)
    await read(page).waitFor()
    await expect
      .poll(async () => (await buttons(page)).filter((name) => DOING.test(name)), {
        message: address,
      })
      .not.toEqual([])
  }
})

test('staff change the settings, but neither the invoice mode nor the connections', async () => {
  const { page, refused } = await pageAs('staff', 1280)
  await page.goto('/configuration')
  await page.getByLabel('Jobber som hentes').waitFor()
  await page.getByRole('button', { name: 'Test tilkobling' }).first().waitFor()
  expect(await page.getByRole('button', { name: 'Koble fra' }).count()).toBe(0)
  expect(await page.getByLabel('Selskap', { exact: true }).count()).toBe(0)
  await openPart(page, 'Faktura')
  await page.getByLabel('Fakturateksten hentes fra').selectOption('Begge deler')
  await page.getByText('Alle endringer er lagret').waitFor()
  expect(await page.getByLabel('Når en jobb overføres, lages').count()).toBe(0)
  await page.getByText('Fakturautkast (anbefalt)').waitFor()
  expect(refused).toEqual([])
})

test('an accountant keeps the VAT table, but not the products', async () => {
  const { page, refused } = await pageAs('accountant', 1280)
  await page.goto('/configuration#mva')
  await page.getByLabel('MVA-type i Fiken').first().waitFor()
  await page.goto('/product-sync')
  await page.getByRole('table').waitFor()
  await page.locator('main [data-row]').first().waitFor()
  const shown = await buttons(page)
  expect(shown.filter((name) => /Smart Sync|Opprett|Velg |Endre lager/.test(name))).toEqual([])
  await page.goto('/reconciliation')
  await page.getByRole('button', { name: /^Sjekk/ }).waitFor()
  expect(refused).toEqual([])
})
