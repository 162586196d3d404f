import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { recordActivity } from '#server/features/activity-log/record'
import { ACTIVITY_TYPES } from '#shared/contracts/activity-log'
import { settled } from '../../support/browser/at-rest.ts'
import { expectSoundInEveryLook, overflow, useBrowser } from '../../support/browser/browser.ts'
import { shiftOfLoading, watchShifts } from '../../support/browser/layout-shift.ts'
import { smallTargets } from '../../support/browser/targets.ts'
import { administrator } from '../../support/people/admin/administrator.ts'
import { crowd } from '../../support/people/admin/crowd.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const { db } = world.product.platform
await crowd(db, 120, new Date())
const admin = await administrator(world)
for (let n = 0; n < 60; n += 1)
  await recordActivity(db, {
    companyId: n % 7 === 0 ? null : admin.id,
    actor: null,
    type: ACTIVITY_TYPES[n % ACTIVITY_TYPES.length] ?? 'error',
    action: 'job_skipped',
    description: n % 4 === 0 ? `Jobb ${n}: ${'kontoen finnes ikke i Fiken, '.repeat(4)}` : 'Utkast',
    success: [null, true, false][n % 3] ?? null,
    at: new Date(),
  })
const browser = useBrowser(() => world)

async function openPanel(width: number): Promise<Page> {
  const page = await browser.openPage({ width, as: admin })
  await page.goto('/admin')
  await page.getByRole('table', { name: 'Aktivitetslogg' }).waitFor()
  return page
}

const heightsOf = (page: Page) =>
  page
    .getByRole('table', { name: 'Registrerte brukere' })
    .locator('[data-row]:has([role=switch])')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))

test('rows are at most 56 pixels high, cards 112, and nothing is wider than the window', async () => {
  const page = await openPanel(1280)
  expect(Math.max(...(await heightsOf(page)))).toBeLessThanOrEqual(56)
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 780 })
    await settled(page)
    expect(Math.max(...(await heightsOf(page)))).toBeLessThanOrEqual(112)
    expect(await overflow(page)).toBe(0)
  }
})

test('the seven columns and the four figures have their names', async () => {
  const page = await openPanel(1280)
  const heads = page.getByRole('table', { name: 'Registrerte brukere' }).getByRole('columnheader')
  expect(await heads.allInnerTexts()).toEqual([
    'Bruker',
    'Firma',
    'E-post',
    'Status',
    'Admin',
    'Registrert',
    'Handlinger',
  ])
  const figures = page.getByRole('list', { name: 'Nøkkeltall' }).getByRole('listitem')
  expect((await figures.allInnerTexts()).map((text) => text.split('\n'))).toEqual([
    ['Totale Brukere', '121'],
    ['Aktive Brukere', '97'],
    ['Admin Brukere', '2'],
    ['Totale Overføringer', '0'],
  ])
})

test('axe finds nothing, with the panel alone and with the question before a deletion', async () => {
  const page = await openPanel(1280)
  await expectSoundInEveryLook(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page
    .getByRole('button', { name: /^Slett / })
    .first()
    .click()
  await page.getByRole('alertdialog').waitFor()
  await expectSoundInEveryLook(page)
})

test('nothing that is pressed on a phone is smaller than a finger', async () => {
  const page = await openPanel(360)
  expect(await smallTargets(page)).toEqual([])
  await page
    .getByRole('button', { name: /^Slett / })
    .first()
    .click()
  await page.getByRole('alertdialog').waitFor()
  expect(await smallTargets(page)).toEqual([])
})

test.each([1280, 768, 360])('nothing jumps while it loads, %i pixels wide', async (width) => {
  const page = await browser.openPage({ width, as: admin })
  await watchShifts(page)
  const { total, moved } = await shiftOfLoading(page, '/admin')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(total, moved.join('\n')).toBeLessThanOrEqual(0.02)
})
