import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PLUMBER, PLUMBER_EMAIL } from '#sandbox/seed/plumber'
import { putJob } from '#sandbox/seed/put'
import { findAccount, findCompany } from '#sandbox/world/world'
import { useBrowser } from '../../support/browser/browser.ts'
import { askForConsent, noneUnderWay } from '../../support/people/customer.ts'
import { inboxEmpty } from '../../support/people/plumber.ts'
import {
  arrived,
  choose,
  connect,
  introduce,
  logInAt,
  menu,
  openPart,
  openRate,
  plain,
  register,
  rowOf,
  saved,
  textOf,
} from '../../support/browser/screen.ts'
import { startWorld } from '../../support/world/world.ts'

const JOB = 'Ny vannlås, og drikkevann mens vannet var stengt'

/** Interval between an open dashboard's polls; the test moves the page's clock. */
const POLL_MS = 30_000
const EMAIL = PLUMBER_EMAIL

const world = await startWorld()
askForConsent(world)
const account = findAccount(world.vendors, PLUMBER)!
putJob(world.vendors, account, {
  key: 'tre satser',
  client: 'Nordnes Bakeri AS',
  state: 'work order',
  daysAgo: 0.1,
  description: JOB,
  lines: [
    { name: 'Rørlegger, time', quantity: '1.5', price: '895', material: 'TIME-RL' },
    { name: 'Drikkevann, kasse', quantity: '3', price: '189', rate: '15', material: '5002' },
    { name: 'Veiledningshefte våtrom (bok)', price: '249', rate: '0', material: '5001' },
  ],
})
const browser = useBrowser(() => world)

test('a new customer connects both systems and completes a job, and it becomes one correct draft, whatever is clicked afterwards', async () => {
  const page = await browser.openPage()
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('link', { name: 'Opprett konto' }).first().click()
  await introduce(page, { email: EMAIL })
  await register(page, PLUMBER)
  await page.getByText('0 av 7 steg er gjort').waitFor()
  await connect(page, 'ServiceM8', PLUMBER)
  await connect(page, 'Fiken', PLUMBER_EMAIL)
  await page.getByRole('button', { name: `Bruk ${PLUMBER}` }).waitFor()
  await menu(page, 'Konfigurasjoner')
  await setUp(page)

  await menu(page, 'Dashboard')
  await tryAndActivate(page)
  await page.getByText('Klar til å begynne.').waitFor()
  const workshop = await openJob(page.context(), JOB)
  await workshop.getByRole('button', { name: 'Fullfør' }).click()
  await workshop.getByText('Jobben er fullført.').waitFor()
  const job = await readJob(workshop)

  const row = rowOf(page, 'Nylige overføringer', job.title)
  await arrived(page, job.title)
  await page.clock.fastForward(POLL_MS)
  await row.getByText('Fullført').waitFor()
  const shown = await textOf(row)
  const draft = await readDraft(page.context(), job.title)
  expect(shown).toContain(job.customer)
  expect(draft.customer).toBe(job.customer)
  expect(draft.reference).toBe(job.title)
  expect(draft.lines).toEqual(job.lines)
  expect(draft.total).toBe(job.total)
  expect(shown).toContain(job.total)

  await row.getByRole('button', { name: `Vis detaljer for ${job.title}` }).click()
  const drawer = page.getByRole('dialog', { name: job.title })
  await drawer.getByText(JOB).first().waitFor()
  await drawer.getByText('Slik ble det sendt til Fiken').waitFor()
  const told = await textOf(drawer)
  for (const part of [job.customer, job.total, ...job.lines.map(({ text }) => text)])
    expect(told).toContain(part)
  const opened = page.context().waitForEvent('page')
  await drawer.getByRole('button', { name: 'Åpne utkastet i Fiken' }).click()
  await (await opened).getByRole('heading', { name: 'Fakturautkast' }).waitFor()

  await workshop.getByRole('button', { name: 'Send varselet på nytt × 3' }).click()
  await workshop.getByText('Sendte varselet 3 ganger.').waitFor()
  await inboxEmpty({ world })
  await noneUnderWay(world)
  expect(draftsCalled(job.title)).toBe(1)
})

test('a job billed to somebody else waits while the switch is off, and becomes one draft to them, even when "Behandle nå" is clicked twice', async () => {
  const page = await browser.openPage()
  await page.goto('/auth')
  await logInAt(page, EMAIL)
  await menu(page, 'Konfigurasjoner')
  const master = page.getByRole('switch', { name: 'Automatisk overføring' })
  await saved(page, () => master.click())

  const workshop = await openJob(page.context(), 'Stake fellesrør i kjeller')
  await workshop.getByRole('button', { name: 'Fullfør' }).click()
  await workshop.getByText('Jobben er fullført.').waitFor()
  const job = await readJob(workshop)

  await arrived(page, job.title)
  await menu(page, 'Dashboard')
  await page.getByRole('button', { name: /^Venter/ }).click()
  const row = rowOf(page, /Ventende overføringer/, job.title)
  await row.getByText('Ble liggende mens integrasjonen var av').waitFor()
  await row.getByRole('button', { name: 'Behandle nå' }).dblclick()
  const done = rowOf(page, 'Nylige overføringer', job.title)
  await done.getByText('Fullført').waitFor()
  const draft = await readDraft(page.context(), job.title)
  expect(draft.customer).toBe('Borettslaget Solsiden')
  expect(await textOf(done)).toContain('Kunde: Borettslaget Solsiden')
  expect(draft.total).toBe(job.total)
  await noneUnderWay(world)
  expect(draftsCalled(job.title)).toBe(1)
})

async function setUp(page: Page): Promise<void> {
  await page.getByText('Velg selskap for å fortsette').waitFor()
  const company = page.getByLabel('Selskap', { exact: true })
  await saved(page, () => choose(company, PLUMBER))
  await saved(page, () => choose(page.getByLabel('Standard bankkonto'), '1503'))
  await saved(page, () =>
    page.getByLabel('Jobber som hentes', { exact: true }).selectOption('Alle fullførte jobber'),
  )
  await openPart(page, 'Faktura')
  const zero = await openRate(page, /Avgiftsfritt/)
  await zero.getByText('Må bekreftes').waitFor()
  await zero.getByLabel('Jeg bekrefter at salg uten MVA føres slik').check()
  await page.getByRole('button', { name: 'Lagre', exact: true }).click()
  await page.getByText('MVA-tabellen er lagret').first().waitFor()
  await zero.getByText('Klar').waitFor()
}

async function tryAndActivate(page: Page): Promise<void> {
  const systems = page.getByRole('region', { name: 'Systemstatus' })
  const indicator = page.getByRole('status').filter({ hasText: 'sist synkronisert' })
  await indicator.getByText('Tilkoblet').waitFor()
  await expect.poll(() => systems.getByText('Tilkoblet', { exact: true }).count()).toBe(3)
  expect(await systems.getByText('Tilkoblet og aktiv').count()).toBe(0)
  const list = page.getByRole('region', { name: 'Kom i gang' })
  await list.getByRole('button', { name: 'Prøv nå' }).click()
  const trial = page.getByRole('dialog', { name: 'Prøveoverføring' })
  await trial.getByText('Å betale').waitFor()
  await trial.getByRole('button', { name: 'Lukk' }).last().click()
  await trial.waitFor({ state: 'detached' })
  expect(world.vendors.ledger.draftsCreated).toEqual([])
  await list.getByText('500,00 kr/måned uten MVA').waitFor()
  await list.getByRole('button', { name: 'Slå på' }).click()
  await page.getByText('Integrasjonen er slått på').first().waitFor()
  await list.waitFor({ state: 'detached' })
  await systems.getByText('Tilkoblet og aktiv').waitFor()
  await indicator.getByText('Aktiv').waitFor()
}

async function openJob(context: BrowserContext, description: string): Promise<Page> {
  const workshop = await context.newPage()
  await workshop.goto(world.sandbox.webUrl)
  await workshop.getByRole('link', { name: description }).click()
  return workshop
}

interface Line {
  text: string
  quantity: string
  vat: string
  gross: string
}

async function readJob(workshop: Page) {
  const lines: Line[] = []
  for (const row of await workshop.locator('tbody tr').all()) {
    const [text, , vat, gross] = await cells(row)
    lines.push({
      text: text!,
      quantity: await row.getByLabel('Antall').inputValue(),
      vat: vat!,
      gross: gross!,
    })
  }
  const [, total] = await cells(workshop.locator('tfoot tr'))
  const number = /#(\d+)/.exec(await workshop.getByRole('heading', { level: 1 }).innerText())?.[1]
  const customer = await textOf(workshop.locator('h1 + p .mut'))
  return { title: `Jobb #${number}`, customer, lines, total: total! }
}

const VAT_SHOWN: Record<string, string> = { HIGH: '25 %', MEDIUM: '15 %', EXEMPT: '0 %' }

async function readDraft(context: BrowserContext, reference: string) {
  const books = await context.newPage()
  await books.goto(`${world.sandbox.webUrl}/fiken`)
  await books.getByRole('listitem').filter({ hasText: reference }).getByRole('link').click()
  await books.locator('tfoot tr').waitFor()
  const fact = (term: string) => textOf(books.locator(`dt:text-is("${term}") + dd`))
  const lines: Line[] = []
  for (const row of await books.locator('tbody tr').all()) {
    const [text, quantity, , account, , , gross] = await cells(row)
    lines.push({
      text: text!,
      quantity: quantity!,
      vat: VAT_SHOWN[account!.split(' ')[1]!] ?? account!,
      gross: gross!,
    })
  }
  const [, , , total] = await cells(books.locator('tfoot tr'))
  const customer = (await fact('Kunde')).replace(/ \d{9}$/, '')
  return { customer, reference: await fact('Vår referanse'), lines, total: total! }
}

async function cells(row: Locator): Promise<string[]> {
  return (await row.locator('td').allInnerTexts()).map(plain)
}

function draftsCalled(reference: string): number {
  const company = findCompany(world.vendors, 'fjordvik-ror-as')
  return company?.drafts.filter((draft) => draft.ourReference === reference).length ?? 0
}
