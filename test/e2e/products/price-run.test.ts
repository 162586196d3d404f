import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { savePriceSync } from '#shared/contracts/products/price-sync'
import { expectSoundInEveryLook, useBrowser } from '../../support/browser/browser.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { openProducts } from '../../support/browser/product-rows.ts'
import { shopkeeper } from '../../support/people/products/shopkeeper.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const browser = useBrowser(() => world)

test.each(seenAt([1280, 360]))(
  'on a screen of %d pixels a run is saved as a file and undone, and its prices are back',
  async (width) => {
    const mine = await shopkeeper(world)
    const pair = (await mine.compared()).matchedProducts.find(
      ({ fikenPrice, servicem8SalePrice }) =>
        (fikenPrice ?? 0) > 1_000 && fikenPrice === Math.round((servicem8SalePrice ?? 0) * 100),
    )
    if (!pair) throw new Error('no prices agree')
    const { fikenProductNumber: number, name } = pair
    const price = pair.fikenPrice ?? 0
    const inServicem8 = () => Number(mine.item(name)['price'])
    const before = inServicem8()
    mine.editedInFiken(number, { unitPrice: price + 100 })
    await mine.visitor.call(savePriceSync, { body: { enabled: true, intervalMinutes: 1440 } })
    await until('the run to be made', () => inServicem8() !== before)

    const page = await browser.openPage({ as: mine, width })
    await openProducts(page)
    await page.getByRole('button', { name: 'Tidligere kjøringer' }).click()
    const runs = page.getByRole('dialog')
    const undo = runs.getByRole('button', { name: /^Angre kjøringen/ })
    await undo.waitFor()
    await expectSoundInEveryLook(page)
    await page.setViewportSize({ width, height: 900 })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      runs.getByRole('button', { name: /^CSV/ }).click(),
    ])
    const file = await readFile(await download.path(), 'utf8')
    const written = (ore: number) => (ore / 100).toFixed(2).replace('.', ',')
    const line = file.split('\n').find((one) => one.includes(`(${number})`))
    expect(line).toContain(`${written(price)};${written(price + 100)};Endret`)

    await undo.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Angre' }).click()
    await until('the price to be back', () => inServicem8() === before)
    await runs.getByText(/^Angret /).waitFor()
    await undo.waitFor({ state: 'detached' })
  },
)
