import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { users } from '#server/features/auth/tables'
import { deleteUser, listUsers, setUserAdmin, setUserStatus } from '#shared/contracts/admin'
import { confirmPassword, login, readSession } from '#shared/contracts/auth'
import { overflow, PASSWORD, useBrowser } from '../../support/browser/browser.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { textOf } from '../../support/browser/screen.ts'
import { watchChanges } from '../../support/browser/changes.ts'
import { administrator, member, type Member } from '../../support/people/admin/administrator.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import { until } from '../../support/wait.ts'

const world = await startTimedWorld()
const admin = await administrator(world, { firstName: 'Astrid' })
const browser = useBrowser(() => world)

const WIDTHS = [1280, 360]
let people = 0

async function newUser(): Promise<Member & { name: string }> {
  people += 1
  const firstName = `Ulrik${people}`
  return { ...(await member(world, { firstName })), name: `${firstName} Fjordvik` }
}

async function openPanel(width: number, expected: readonly RegExp[] = [], as = admin) {
  const page = await browser.openPage({ width, as, expected })
  await page.goto('/admin')
  await page.getByRole('table', { name: 'Aktivitetslogg' }).waitFor()
  return page
}

const row = (page: Page, of: Member): Locator =>
  page
    .getByRole('table', { name: 'Registrerte brukere' })
    .locator('[data-row]')
    .filter({ hasText: of.email })
const statusSwitch = (page: Page, { name }: { name: string }) =>
  page.getByRole('switch', { name: `${name} er aktiv` })
const adminSwitch = (page: Page, { name }: { name: string }) =>
  page.getByRole('switch', { name: `${name} er admin` })
const isOn = (locator: Locator) => locator.getAttribute('aria-checked')
const toast = (page: Page, title: string) =>
  page.getByText(title, { exact: true }).first().waitFor()
const figure = async (page: Page, name: string) =>
  Number(
    (await textOf(page.getByRole('list', { name: 'Nøkkeltall' }).getByText(name).locator('..')))
      .replace(name, '')
      .trim(),
  )
const found = async ({ email }: Member) =>
  (await admin.visitor.call(listUsers, { query: { q: email } }))[0]
const log = (page: Page) => page.getByRole('table', { name: 'Aktivitetslogg' })
const gone = (locator: Locator) => locator.waitFor({ state: 'detached' })

describe.each(seenAt(WIDTHS))('%i pixels wide', (width) => {
  test('a user is deactivated and activated by the switch, and the figures and the log follow', async () => {
    const user = await newUser()
    const page = await openPanel(width)
    const before = await figure(page, 'Aktive Brukere')
    await statusSwitch(page, user).click()
    await toast(page, 'Brukerstatus oppdatert')
    await page.getByText(`${user.name} er deaktivert og logget ut.`).first().waitFor()
    await row(page, user).getByText('Inaktiv', { exact: true }).waitFor()
    expect(await isOn(statusSwitch(page, user))).toBe('false')
    await until('the figure', async () => (await figure(page, 'Aktive Brukere')) === before - 1)
    await log(page).getByText(`Deaktiverte brukeren ${user.name} (${user.email})`).waitFor()
    expect((await user.visitor.tryCall(readSession)).status).toBe(401)

    await statusSwitch(page, user).click()
    await page.getByText(`${user.name} er aktivert og kan logge inn.`).first().waitFor()
    await row(page, user).getByText('Aktiv', { exact: true }).waitFor()
    const { email } = user
    await world.visitor().call(login, { body: { email, password: PASSWORD } })
  })

  test('a user is made an administrator and an ordinary user again', async () => {
    const user = await newUser()
    const page = await openPanel(width)
    await adminSwitch(page, user).click()
    await toast(page, 'Admin-status oppdatert')
    await page.getByText(`${user.name} er nå administrator.`).first().waitFor()
    await row(page, user).getByText('Admin', { exact: true }).waitFor()
    expect(await found(user)).toMatchObject({ isAdmin: true })
    await adminSwitch(page, user).click()
    await page.getByText(`${user.name} er ikke lenger administrator.`).first().waitFor()
    await row(page, user).getByText('Bruker', { exact: true }).waitFor()
    expect(await found(user)).toMatchObject({ isAdmin: false })
  })

  test('a user is deleted after a question that names them and what goes; "Avbryt" keeps them', async () => {
    const user = await newUser()
    const page = await openPanel(width)
    const remove = page.getByRole('button', { name: `Slett ${user.name}`, exact: true })
    const question = page.getByRole('alertdialog', { name: `Slette ${user.name} for godt?` })
    await remove.click()
    await question.getByText(user.email).waitFor()
    await question.getByText('overføringshistorikken og systemloggen').waitFor()
    const sent = watchChanges(page)
    await question.getByRole('button', { name: 'Avbryt' }).click()
    await gone(question)
    expect(await sent()).toEqual([])
    expect(await found(user)).toBeDefined()
    await remove.click()
    await question.getByRole('button', { name: 'Slett brukeren' }).click()
    await toast(page, 'Bruker slettet')
    await gone(row(page, user))
    expect(await found(user)).toBeUndefined()
    await log(page)
      .getByText(`Slettet brukeren ${user.name} (${user.email}) med alle data`)
      .waitFor()
  })

  test('one’s own row has no switches and no deletion, and says why', async () => {
    const page = await openPanel(width)
    const own = row(page, admin)
    await own.getByText('Deg', { exact: true }).waitFor()
    await own
      .getByText('Du kan ikke deaktivere, degradere eller slette deg selv.', { exact: false })
      .waitFor()
    expect(await own.getByRole('switch').count()).toBe(0)
    expect(await own.getByRole('button', { name: /^Slett/ }).count()).toBe(0)
  })

  test('the log is narrowed by type, by user and by number, and the address keeps it', async () => {
    const user = await newUser()
    const page = await openPanel(width)
    await page.getByRole('button', { name: `Vis aktiviteten til ${user.name}` }).click()
    await page.getByText('Ingenting i loggen passer til filteret.').waitFor()
    await expect.poll(() => page.getByLabel('Bruker', { exact: true }).inputValue()).toBe(user.id)
    await page.getByRole('button', { name: 'Vis alt' }).click()
    await page.getByLabel('Type', { exact: true }).selectOption('webhook')
    await page.getByText('Ingenting i loggen passer til filteret.').waitFor()
    await page.getByLabel('Type', { exact: true }).selectOption('configuration')
    await page
      .getByLabel('Bruker', { exact: true })
      .selectOption({ label: `Astrid Fjordvik (${admin.email})` })
    await page.getByLabel('Antall').selectOption('25')
    await until('the rows', async () => (await log(page).locator('[data-row]').count()) > 0)
    await expect
      .poll(() => new URL(page.url()).search)
      .toBe(`?type=configuration&bruker=${admin.id}&antall=25`)
    await page.reload()
    await log(page).waitFor()
    await expect.poll(() => page.getByLabel('Antall').inputValue()).toBe('25')
    expect(await log(page).locator('[data-row]').count()).toBeLessThanOrEqual(25)
    for (const text of await log(page).locator('[data-row]').allInnerTexts())
      expect(text).toContain(admin.email)
  })

  test('an act that comes long after the log-in asks for the password and is then done', async () => {
    const user = await newUser()
    const page = await openPanel(width, [/status of 409 .*\/api\/admin/])
    world.advance(15 * 60_000 + 1_000)
    await adminSwitch(page, user).click()
    const question = page.getByRole('dialog', { name: 'Skriv passordet ditt på nytt' })
    await question.waitFor()
    const sent = watchChanges(page)
    await page.keyboard.press('Escape')
    await gone(question)
    expect(await sent()).toEqual([])
    expect(await found(user)).toMatchObject({ isAdmin: false })
    await until('the switch to be free', async () => {
      const busy = await adminSwitch(page, user).getAttribute('aria-busy')
      return busy === null
    })
    await adminSwitch(page, user).click()
    await question.getByLabel('Passord', { exact: true }).fill(PASSWORD)
    await question.getByRole('button', { name: 'Bekreft og fortsett' }).click()
    await toast(page, 'Admin-status oppdatert')
    expect(await found(user)).toMatchObject({ isAdmin: true })
    await admin.visitor.call(confirmPassword, { body: { password: PASSWORD } })
    await admin.visitor.call(setUserAdmin, { params: { id: user.id }, body: { isAdmin: false } })
  })
})

test('a user who was deleted while they were looked at is gone from the list, and that is said', async () => {
  const user = await newUser()
  // Another administrator deletes the user: the open panel would be notified at once about its own
  // administrator's actions.
  const colleague = await administrator(world)
  const page = await openPanel(1280, [/status of 404 .*\/api\/admin/])
  await colleague.visitor.call(deleteUser, { params: { id: user.id } })
  await statusSwitch(page, user).click()
  await toast(page, 'Feil ved oppdatering')
  await page.getByText('Brukeren finnes ikke lenger').first().waitFor()
  await gone(row(page, user))
})

test.each([
  [
    'a status',
    'Feil ved oppdatering',
    'Kunne ikke oppdatere brukerstatus',
    (page: Page, user: { name: string }) => statusSwitch(page, user).click(),
  ],
  [
    'admin rights',
    'Feil ved oppdatering',
    'Kunne ikke oppdatere admin-status',
    (page: Page, user: { name: string }) => adminSwitch(page, user).click(),
  ],
  [
    'a deletion',
    'Feil ved sletting',
    'Kunne ikke slette bruker',
    async (page: Page, { name }: { name: string }) => {
      await page.getByRole('button', { name: `Slett ${name}`, exact: true }).click()
      await page.getByRole('button', { name: 'Slett brukeren' }).click()
    },
  ],
])('%s that fails says so, and can be tried again', async (_what, title, why, act) => {
  const user = await newUser()
  const page = await openPanel(1280, [/status of 502 .*\/api\/admin/])
  await page.route(
    '**/api/admin/users/*{,/status,/admin}',
    (route) => route.fulfill({ status: 502, body: 'bad gateway' }),
    { times: 1 },
  )
  await act(page, user)
  await toast(page, title)
  await page.getByText(why).first().waitFor()
  expect(await found(user)).toMatchObject({ isActive: true, isAdmin: false })
  await act(page, user)
  await until('the act', async () => {
    const now = await found(user)
    return !now || !now.isActive || now.isAdmin
  })
})

test('what is changed elsewhere is read by the poll and by the button of the log', async () => {
  const user = await newUser()
  const page = await openPanel(1280)
  const colleague = await administrator(world)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await colleague.visitor.call(setUserStatus, {
    params: { id: user.id },
    body: { isActive: false },
  })
  await page.getByRole('button', { name: 'Oppdater loggen' }).click()
  await log(page).getByText(`Deaktiverte brukeren ${user.name}`, { exact: false }).waitFor()
  await row(page, user).getByText('Inaktiv', { exact: true }).waitFor()
  for (const name of ['users', 'stats', 'activity-logs'])
    await expect.poll(() => asked).toContain(`/api/admin/${name}`)
})

test('the list has fifty a page, is searched as one types, and says when nobody is found', async () => {
  const at = new Date(Date.now() - 40 * 86_400_000)
  await world.product.platform.db.insert(users).values(
    Array.from({ length: 60 }, (_, n) => {
      const email = `mange${n}@firma.example`
      return {
        id: crypto.randomUUID(),
        username: email,
        email,
        password: '-',
        firstName: 'Mange',
        lastName: `Nr${n}`,
        createdAt: at,
        updatedAt: at,
      }
    }),
  )
  const page = await openPanel(1280)
  const rows = page.getByRole('table', { name: 'Registrerte brukere' }).locator('[data-row]')
  await page.getByText(/^1–50 av \d+$/).waitFor()
  expect(await rows.count()).toBe(50)
  await page
    .getByRole('region', { name: 'Registrerte brukere' })
    .getByRole('button', { name: 'Side 2', exact: true })
    .click()
  await page.getByText(/^51–\d+ av \d+$/).waitFor()
  await page.getByRole('searchbox', { name: 'Søk i brukerne' }).pressSequentially('mange nr7')
  await page.getByText('1–1 av 1', { exact: true }).waitFor()
  await rows.getByText('mange7@firma.example').filter({ visible: true }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('side')).toBeNull()
  await page.getByRole('searchbox', { name: 'Søk i brukerne' }).fill('finnes ikke noe sted')
  await page.getByText('Ingen brukere matchet søket').waitFor()
  await page.getByRole('button', { name: 'Vis alle' }).click()
  await page.getByText(/^1–50 av \d+$/).waitFor()
  // The address of a page that no longer exists leads to the last page.
  await page.goto('/admin?side=99')
  await page.getByText(/^51–\d+ av \d+$/).waitFor()
  // A phone shows a card per user, and other cards below them.
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/admin')
  await page.getByText(/^1–10 av \d+$/).waitFor()
  expect(await rows.count()).toBe(10)
})

describe('what cannot be read', () => {
  test.each([
    ['stats', 'Kunne ikke hente nøkkeltallene', 'Totale Brukere'],
    ['users', 'Kunne ikke laste brukerne', '1–50 av'],
    ['activity-logs', 'Kunne ikke laste aktivitetsloggen', ' hendelser'],
  ])('says so in its place, and "Prøv igjen" reads it: %s', async (name, title, then) => {
    const page = await browser.openPage({ as: admin, expected: [/status of 502 .*\/api\/admin/] })
    const address = new RegExp(`/api/admin/${name}`)
    await page.route(address, (route) => route.fulfill({ status: 502, body: '' }))
    await page.goto('/admin')
    await page.getByText(title, { exact: true }).waitFor()
    await page.unroute(address)
    await page.getByRole('button', { name: 'Prøv igjen' }).click()
    await page.getByText(then, { exact: false }).first().waitFor()
    await gone(page.getByText(title, { exact: true }))
  })
})

describe('somebody who is no administrator', () => {
  test('has no Admin Panel in the menu, and is told that they have no access', async () => {
    const user = await newUser()
    const page = await browser.openPage({ as: user })
    await page.goto('/admin')
    await page.getByRole('heading', { name: 'Ingen tilgang' }).waitFor()
    await page.getByText('Du har ikke admin-rettigheter for å se denne siden.').waitFor()
    expect(await page.getByRole('link', { name: 'Admin Panel' }).count()).toBe(0)
  })

  test('loses the panel at the next look when they were one until then', async () => {
    const boss = { ...(await administrator(world)), name: '' }
    const user = await newUser()
    const page = await openPanel(360, [/status of 403 .*\/api\/admin/], boss)
    await admin.visitor.call(confirmPassword, { body: { password: PASSWORD } })
    await admin.visitor.call(setUserAdmin, { params: { id: boss.id }, body: { isAdmin: false } })
    await statusSwitch(page, user).click()
    await page.getByRole('heading', { name: 'Ingen tilgang' }).waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await found(user)).toMatchObject({ isActive: true })
  })
})
