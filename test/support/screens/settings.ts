import { addMonths, today } from '#shared/dates'
import { MISCHIEF, seedBusyMonth } from '../people/reconciled/busy-month.ts'
import { longTimeCustomer } from '../people/long-time-customer.ts'
import { seasonedCustomer } from '../people/seasoned.ts'
import { menu, openPart, openRate, saved } from '../browser/screen.ts'
import { escaped, type ScreenWalk } from './stage.ts'

export const SETTINGS: Record<string, ScreenWalk> = {
  'of the configuration': async ({ world, open, seen }) => {
    const customer = await seasonedCustomer(world)
    const page = await open({ as: customer })
    await page.goto('/configuration')
    await page.getByRole('button', { name: 'Logg ut av Fiken' }).waitFor()
    await seen(page, 'the configuration')
    await page.goto('/configuration#webhooks')
    await page
      .getByRole('button', { name: /^Slett webhooken/ })
      .first()
      .waitFor()
    await seen(page, 'the advanced configuration')
    await page
      .getByRole('button', { name: /^Slett webhooken/ })
      .first()
      .click()
    await page.getByRole('alertdialog').waitFor()
    await seen(page, 'the question before a webhook is deleted')
    await escaped(page, 'alertdialog')
    await openPart(page, 'Tilkoblinger')
    await page.getByRole('button', { name: 'Logg ut av Fiken' }).click()
    await page.getByRole('alertdialog').waitFor()
    await seen(page, 'the question before Fiken is left')
    await escaped(page, 'alertdialog')
    await openPart(page, 'Faktura')
    const rate = await openRate(page, /MVA 12 %/)
    await seen(page, 'the configuration of invoices')
    const files = page.getByRole('region', { name: 'Vedlegg' })
    await saved(page, () =>
      files.getByLabel('Hva som følger med').selectOption('Alle bilder og PDF-er'),
    )
    await files.getByText('ServiceM8 må godkjenne at vedlegg hentes').waitFor()
    await seen(page, 'files that ServiceM8 does not give yet')
    await rate.getByLabel('MVA-type i Fiken').selectOption('Lav sats, 12 %')
    for (const label of ['Konto for varer', 'Konto for tjenester'])
      await rate.getByLabel(label).selectOption('3040')
    await rate.getByText('Ikke lagret').waitFor()
    await menu(page, 'Dashboard')
    await page.getByRole('alertdialog', { name: 'Ulagrede endringer' }).waitFor()
    await seen(page, 'the question about a rate that was not saved')
    await escaped(page, 'alertdialog')
    await openPart(page, 'Avansert')
    await page.getByText('Ulagrede endringer i Faktura').waitFor()
    await page.getByRole('button', { name: 'Flere muligheter' }).click()
    await seen(page, 'a rate that was not saved, in another part')
    await page.getByRole('button', { name: 'Lag kontoregler', disabled: false }).click()
    const rules = page.getByRole('dialog', { name: 'Kontoregler' })
    await rules.getByRole('button', { name: 'Lagre regler' }).click()
    await rules.getByText('Velg en konto').waitFor()
    await seen(page, 'a rule for accounts that lacks everything')
    await rules.getByLabel('Linjen inneholder').fill('arbeid')
    await rules.getByLabel('Konto').selectOption('3010')
    await rules.getByRole('button', { name: 'Prøv på de siste 100 linjene' }).click()
    await rules.getByText(/linjer? endrer konto/).waitFor()
    await page.keyboard.press('Escape')
    await rules.getByText('Reglene er endret, og ikke lagret').waitFor()
    await seen(page, 'rules that were tried and not saved')
  },

  'of the reconciliation': async ({ world, open, seen }) => {
    const customer = await longTimeCustomer(world, { jobFetchType: 'awaiting_payment' })
    const month = addMonths(today(new Date(world.vendors.now())).slice(0, 7), -1)
    const kinds = Object.keys(MISCHIEF).length
    const { tenant, userId } = customer
    await seedBusyMonth(world, { tenant, companyId: userId, month, count: 2 * kinds, each: 1 })
    const page = await open({ as: customer })
    await page.goto(`/reconciliation?month=${month}`)
    await page.getByText('er ikke sjekket ennå').waitFor()
    await seen(page, 'a month that was not checked')
    await page.getByRole('button', { name: 'Sjekk nå' }).click()
    await page.getByRole('heading', { level: 2, name: /sjekket i dag kl\./ }).waitFor()
    await page
      .getByRole('region', { name: 'Holdt utenfor' })
      .getByRole('button', { name: /^Vis/ })
      .click()
    await seen(page, 'a month with every kind of discrepancy')
  },
}
