import { expect, test } from 'vitest'
import { expectSoundInEveryLook, useBrowser } from '../../support/browser/browser.ts'
import { rowOf } from '../../support/browser/screen.ts'
import { seasonedCustomer } from '../../support/people/seasoned.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const customer = await seasonedCustomer(world)
const browser = useBrowser(() => world)

test('a filter is saved under a name, chosen on the phone, and a slip of the finger is taken back', async () => {
  const desk = await browser.openPage({ as: customer })
  await desk.goto('/transfers')
  await desk.getByRole('button', { name: 'Lagrede filtre' }).click()
  const onDesk = desk.getByRole('dialog', { name: 'Lagrede filtre' })
  await onDesk.getByText('Velg et filter i listen først. Så kan du lagre det her.').waitFor()
  await desk.keyboard.press('Escape')
  await desk.getByLabel('Status', { exact: true }).selectOption({ label: 'Feil' })
  await rowOf(desk, 'Overføringer', customer.waiting).waitFor({ state: 'detached' })
  await desk.getByRole('button', { name: 'Lagrede filtre' }).click()
  await onDesk.getByRole('button', { name: 'Lagre', exact: true }).click()
  await onDesk.getByText('Navn er påkrevd').waitFor()
  await onDesk.getByLabel('Navn').fill('Det som feilet')
  await onDesk.getByRole('button', { name: 'Lagre', exact: true }).click()
  await onDesk.getByText('Vises nå').waitFor()
  await onDesk.getByLabel('Navn').fill('Det som feilet')
  await onDesk.getByText('«Det som feilet» finnes fra før, og erstattes.').waitFor()
  await expectSoundInEveryLook(desk)

  const phone = await browser.openPage({ as: customer, width: 360 })
  await phone.goto('/transfers')
  await rowOf(phone, 'Overføringer', customer.waiting).waitFor()
  await phone.getByRole('button', { name: 'Lagrede filtre' }).tap()
  const inHand = phone.getByRole('dialog', { name: 'Lagrede filtre' })
  await inHand.getByRole('button', { name: 'Det som feilet', exact: true }).tap()
  await inHand.waitFor({ state: 'detached' })
  await rowOf(phone, 'Overføringer', customer.waiting).waitFor({ state: 'detached' })
  await rowOf(phone, 'Overføringer', customer.failed).waitFor()
  await expect.poll(() => new URL(phone.url()).search).toBe('?status=failed')

  await phone.getByRole('button', { name: 'Lagrede filtre' }).tap()
  await inHand.getByRole('button', { name: 'Slett filteret «Det som feilet»' }).tap()
  await inHand.getByText('Ingen lagrede filtre ennå').waitFor()
  await inHand.getByRole('button', { name: 'Angre' }).tap()
  await inHand.getByText('Vises nå').waitFor()
})
