import { expect, test } from 'vitest'
import { readConfiguration, saveConfiguration } from '#shared/contracts/configuration'
import { expectSoundInEveryLook, useBrowser } from '../../support/browser/browser.ts'
import { readyCustomer } from '../../support/people/customer.ts'
import { finishJob, rate, WORK } from '../../support/people/finished-jobs.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const browser = useBrowser(() => world)

test('a rate that stops the trial is mapped in the trial, which then shows the draft', async () => {
  const customer = await readyCustomer(world)
  await customer.visitor.call(saveConfiguration, { body: { isActive: false } })
  finishJob(world, customer, {}, [{ ...WORK, tax_rate_uuid: rate(customer, 12) }])
  const page = await browser.openPage({ as: customer })
  await page.goto('/')
  await page.getByRole('button', { name: 'Prøv nå' }).click()
  const trial = page.getByRole('dialog', { name: 'Prøveoverføring' })
  const rates = trial.getByRole('form', { name: 'MVA-satser som stopper prøven' })
  // Only the job's own rate, with the type and the accounts that it usually has.
  const goods = rates.getByLabel('Konto for varer')
  await expect.poll(() => goods.inputValue()).toBe('3040')
  await expect.poll(() => rates.getByRole('group').count()).toBe(1)
  await goods.selectOption('')
  await rates.getByRole('button', { name: 'Lagre og prøv igjen' }).click()
  await rates.getByText('Velg MVA-type og begge kontoene først.').waitFor()
  await expectSoundInEveryLook(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await goods.selectOption('3040')
  await rates.getByRole('button', { name: 'Lagre og prøv igjen' }).click()
  await trial.getByText('Jobben ville blitt et riktig utkast').waitFor()
  await rates.waitFor({ state: 'detached' })
})

test('a trial that went well ends in "Slå på nå", with what it costs and how it is stopped said before', async () => {
  const customer = await readyCustomer(world, { activate: false })
  finishJob(world, customer, {}, [WORK])
  const page = await browser.openPage({ as: customer })
  await page.goto('/')
  await page.getByRole('button', { name: 'Prøv nå' }).click()
  const trial = page.getByRole('dialog', { name: 'Prøveoverføring' })
  await trial.getByText('Jobben ville blitt et riktig utkast').waitFor()
  await trial.getByText(/500,00.kr\/måned/).waitFor()
  await expectSoundInEveryLook(page)
  expect((await customer.visitor.call(readConfiguration)).isActive).toBe(false)
  await page.setViewportSize({ width: 1280, height: 900 })
  await trial.getByRole('button', { name: 'Slå på nå' }).click()
  await page.getByText('Integrasjonen er slått på').first().waitFor()
  await trial.waitFor({ state: 'detached' })
  expect((await customer.visitor.call(readConfiguration)).isActive).toBe(true)
  await page.getByRole('region', { name: 'Systemstatus' }).getByText('Tilkoblet og aktiv').waitFor()
})
