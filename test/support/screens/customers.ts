import {
  compare,
  COMPARED,
  comparedCustomer,
  listChip,
  matchRow,
} from '../browser/compared-customer.ts'
import { menu } from '../browser/screen.ts'
import { completeSet, collectiveCustomer } from '../people/collective/customer.ts'
import {
  customerRow,
  doubtAbout,
  editButton,
  editDialog,
  landlord,
  NAMES,
  rowsOf,
} from '../people/landlord.ts'
import { until } from '../wait.ts'
import { escaped, type ScreenWalk } from './stage.ts'

const DOUBTFUL = 'Nordnes Bakeri AS'

export const CUSTOMERS: Record<string, ScreenWalk> = {
  'of the customers': async ({ world, open, seen }) => {
    const customer = await landlord(world)
    await doubtAbout(world, customer, DOUBTFUL)
    const page = await open({ as: customer, expected: [/Failed to load resource/] })
    await page.goto('/customers')
    await customerRow(page, DOUBTFUL).waitFor()
    await seen(page, 'the customers')
    await editButton(page, NAMES.block).click()
    const edit = editDialog(page)
    await edit.getByRole('switch').waitFor()
    await edit.getByRole('textbox', { name: 'Org.nr.' }).fill('940155224')
    await edit.getByRole('button', { name: 'Lagre' }).click()
    await edit.getByText('Organisasjonsnummeret er ikke gyldig').waitFor()
    await seen(page, 'the recipient of a customer, with an error')
    await edit.getByRole('combobox', { name: 'Navn' }).fill('vestkanten')
    await page.getByRole('option', { name: /Vestkanten/ }).waitFor()
    await seen(page, 'the recipient of a customer, with suggestions')
    await page.goto('/customers')
    await page.getByRole('button', { name: '1 venter på deg' }).click()
    await page.getByRole('dialog').getByRole('radio').first().waitFor()
    await page.getByRole('button', { name: /^Velg og prøv/ }).click()
    await page.getByText(/^Velg en av kontaktene/).waitFor()
    await seen(page, 'the question who a customer is, not answered')
    await page.getByRole('dialog').getByRole('radio').first().check()
    await page.getByRole('button', { name: /^Velg og prøv/ }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Kundevalg' }).click()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    await seen(page, 'what was decided about customers')
    await escaped(page)
    await page.getByRole('button', { name: /^Uten org\.nr\./ }).click()
    await page.getByText(/Da trengs org\.nr\.$/).waitFor()
    await seen(page, 'some of the customers')
    await page.getByRole('searchbox').fill('snøfreser')
    await page.getByText('Ingen kunder matchet søket').waitFor()
    await seen(page, 'no customer that is looked for')
  },

  'on which the customers are compared': async ({ world, open, seen }) => {
    const customer = await comparedCustomer(world)
    const [uncertain = ''] = COMPARED.uncertain
    const [missing = ''] = COMPARED.missing
    const page = await open({ as: customer })
    await page.goto('/customers/import')
    await page.getByRole('button', { name: 'Sammenlign kundene' }).waitFor()
    await seen(page, 'customers that have not been compared')
    await compare(customer)
    await matchRow(page, 'uncertain', uncertain).waitFor()
    await seen(page, 'customers of whom it is not certain who they are')
    await listChip(page, 'linked').click()
    await matchRow(page, 'linked', 'Solheim Barnehage SA').waitFor()
    await seen(page, 'customers whom Fiken has')
    await listChip(page, 'missing').click()
    await page.getByRole('checkbox', { name: `Velg ${missing}`, exact: true }).click()
    await seen(page, 'customers whom Fiken lacks')
    await page.getByRole('button', { name: 'Lag 1 i Fiken' }).click()
    await page.getByRole('alertdialog', { name: /^Lage .* i Fiken\?$/ }).waitFor()
    await seen(page, 'the question before contacts are made')
  },

  "of what waits for a customer's set": async ({ world, open, seen }) => {
    const customer = await collectiveCustomer(world)
    await until('the customers to be read', async () => (await rowsOf(customer)).length > 0)
    const jobs = await completeSet(world, customer, {}, {})
    const { name } = customer.client
    const page = await open({ as: customer })
    await page.goto('/')
    await page.getByRole('region', { name: 'Samlefaktura' }).waitFor()
    await seen(page, 'the dashboard, with what waits for a set')
    await menu(page, 'Kunder')
    await page.getByRole('button', { name: /^Samlefaktura\s*1$/ }).click()
    await customerRow(page, name)
      .getByText(/2 jobber venter/)
      .first()
      .waitFor()
    await seen(page, 'the customers who get collective drafts')
    await page.getByRole('button', { name: `Samlefaktura for ${name}`, exact: true }).click()
    const choice = page.getByRole('dialog', { name: 'Samlefaktura', exact: true })
    await choice.getByRole('radio', { name: /^Hver måned/ }).check()
    await choice.getByRole('combobox', { name: 'Dag i måneden' }).waitFor()
    await seen(page, 'the choice when it is invoiced')
    await escaped(page)
    await page.getByRole('button', { name: `Forhåndsvis samlefakturaen til ${name}` }).click()
    await page.getByRole('article', { name: 'Forhåndsvisning av fakturaen' }).waitFor()
    await seen(page, 'the draft of all of it')
    await escaped(page)
    await page.getByRole('button', { name: `Lag samlefaktura nå til ${name}` }).click()
    await page
      .getByRole('alertdialog')
      .getByText(/^2 jobber, /)
      .waitFor()
    await seen(page, 'the question before it is made')
    await escaped(page, 'alertdialog')
    await menu(page, 'Overføringer')
    const [one] = jobs
    await page.getByRole('button', { name: `Vis detaljer for ${one?.name}` }).click()
    const drawer = page.getByRole('dialog', { name: one?.name ?? '' })
    await drawer.getByRole('region', { name: 'Jobbens del av samlefakturaen' }).waitFor()
    await seen(page, 'a job that is one of several')
  },
}
