import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { removeMember } from '#shared/contracts/account/members'
import { readSession } from '#shared/contracts/auth'
import { openAtRest } from '../../support/browser/at-rest.ts'
import { expectSoundInEveryLook, useBrowser } from '../../support/browser/browser.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { colleague } from '../../support/people/access/members.ts'
import { readyCustomer } from '../../support/people/customer.ts'
import { finishJob } from '../../support/people/finished-jobs.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

/** Walks of somebody whose access to a company ends while its screens are open. */

const world = await startWorld()
const browser = useBrowser(() => world)

const owner = await readyCustomer(world)
const companyId = (await owner.visitor.call(readSession)).company?.id ?? ''
const { servicem8Data } = await transferOf(owner.visitor, finishJob(world, owner).uuid, 'completed')
const job = String(servicem8Data?.job_number)
const client = String(servicem8Data?.customer_name).split('\n')[0] ?? ''

/** What open screens are told once the access is gone. */
const GONE = [/status of (404|409)/]

const withoutCompany = (page: Page) =>
  page.getByRole('heading', { name: 'Du har ingen firmaer her ennå' })

/** Everything that the page shows and keeps, also where it is not seen. */
const contentOf = (page: Page) =>
  page.evaluate(
    () => `${document.documentElement.outerHTML} ${JSON.stringify({ ...sessionStorage })}`,
  )

test.each(seenAt([1280, 360]))(
  'whoever is removed sees nothing more of the company on any open screen, at %i px',
  async (width) => {
    const kari = await colleague(world, companyId, 'accountant', { firstName: 'Kari' })
    const page = await browser.openPage({ as: kari, width, expected: GONE })
    await openAtRest(page, '/transfers')
    await page.locator('main [data-row] [data-details]').first().click()
    await page.getByRole('dialog').getByText(client).first().waitFor()
    const other = await page.context().newPage()
    await openAtRest(other, '/customers')
    await other.getByText(client).first().waitFor()

    await owner.visitor.call(removeMember, { params: { id: kari.id } })
    for (const screen of [page, other]) {
      await screen.getByRole('heading', { name: 'Du har ikke tilgang til dette firmaet' }).waitFor()
      await expect.poll(() => screen.getByRole('dialog').count()).toBe(0)
      const content = await contentOf(screen)
      expect(content).not.toContain(client)
      expect(content).not.toContain(`#${job}`)
      await expectSoundInEveryLook(screen)
    }
  },
)

test('whoever gives up the access keeps the log-in, and reaches the profile without a company', async () => {
  const ola = await colleague(world, companyId, 'staff', { firstName: 'Ola' })
  const page = await browser.openPage({ as: ola, expected: GONE })
  await page.goto('/profile#tilgang')
  await page.getByRole('button', { name: 'Gi fra deg tilgangen' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('Eieren kan invitere deg på nytt.').waitFor()
  await question.getByRole('button', { name: 'Gi fra meg tilgangen' }).click()
  await withoutCompany(page).waitFor()
  await expectSoundInEveryLook(page)
  expect(await contentOf(page)).not.toContain(client)
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('main').getByRole('link', { name: 'Min profil' }).click()
  await page.getByRole('heading', { name: 'Min profil', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Slett kontoen min' }).waitFor()
  for (const card of ['Tilgang', 'Abonnement', 'Firmaets data'])
    expect(await page.getByRole('region', { name: card, exact: true }).count()).toBe(0)
  expect(await page.getByLabel('Firmanavn').count()).toBe(0)
  await expectSoundInEveryLook(page)
})

test('whoever would delete a company that others use can hand it over instead', async () => {
  const page = await browser.openPage({ as: owner })
  await colleague(world, companyId, 'reader', { firstName: 'Lise' })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Slett kontoen min' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText(/Lise Fjordvik.* mister tilgangen til/).waitFor()
  await question.getByRole('link', { name: /^Overdra .* til en av dem i stedet$/ }).click()
  await question.waitFor({ state: 'detached' })
  const card = page.getByRole('region', { name: 'Tilgang', exact: true })
  await card.getByRole('button', { name: 'Overdra firmaet' }).waitFor()
  await expect.poll(() => card.evaluate((it) => it.contains(document.activeElement))).toBe(true)
})
