import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { invite } from '#shared/contracts/account/members'
import { readSession } from '#shared/contracts/auth'
import { expectSound, PASSWORD, useBrowser } from '../../support/browser/browser.ts'
import { mailTo, tokenIn } from '../../support/vendors/mailbox.ts'
import { signUp, startWorld } from '../../support/world/world.ts'

/** Walks through inviting somebody, accepting, a changed role, and handing the company over. */

const world = await startWorld()
const browser = useBrowser(() => world)

/** What screens ask for that the role does not allow, or that needs a company to be chosen first. */
const REFUSED = [/status of (403|404|409)/]
const accessOf = (page: Page) => page.getByRole('region', { name: 'Tilgang', exact: true })
const home = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
const invitationTo = async (email: string) =>
  `/invitasjon?token=${tokenIn((await mailTo(world.sandbox, email, /^Invitasjon til /)).text)}`

test.each([
  { width: 1280, scheme: 'light' },
  { width: 360, scheme: 'dark' },
] as const)(
  'an accountant is invited, makes an account by the link, and takes the company over, at $width px',
  async (look) => {
    const email = `regnskap${look.width}@example.no`
    const owner = await signUp(world)
    const own = await owner.call(readSession)
    const page = await browser.openPage({ ...look, as: own, expected: REFUSED })
    await page.goto('/profile#tilgang')
    const card = accessOf(page)
    await card.getByText('Frode Fjordvik (deg)').waitFor()
    const form = card.getByRole('form', { name: 'Inviter' })
    await form.getByRole('button', { name: 'Send invitasjon' }).click()
    await form.getByText('E-postadresse er påkrevd').waitFor()
    await expectSound(page)
    await form.getByLabel('E-postadresse').fill(own.email)
    await form.getByRole('button', { name: 'Send invitasjon' }).click()
    await form.getByText('Denne adressen er eierens').waitFor()
    await form.getByLabel('E-postadresse').fill(email)
    await form.getByRole('button', { name: 'Send invitasjon' }).click()
    await card.getByRole('button', { name: `Trekk tilbake invitasjonen til ${email}` }).waitFor()
    await expectSound(page)

    const guest = await browser.openPage({ ...look, expected: REFUSED })
    await guest.goto(await invitationTo(email))
    await guest.getByRole('heading', { name: 'Invitasjon til Fjordvik Rør AS' }).waitFor()
    await guest.getByText('Invitasjonen gjelder r***@example.no').waitFor()
    await expectSound(guest)
    await guest.getByRole('button', { name: 'Opprett konto og godta' }).click()
    await guest.getByText('Navn er påkrevd').waitFor()
    await expectSound(guest)
    await guest.getByLabel('Navn').fill('Rita Regn')
    await guest.getByLabel('Passord', { exact: true }).fill(PASSWORD)
    await guest.getByRole('button', { name: 'Opprett konto og godta' }).click()
    await home(guest)

    const role = card.getByRole('combobox', { name: 'Rollen til Rita Regn' })
    await role.waitFor()
    await card.getByText('Invitasjoner som venter').waitFor({ state: 'detached' })
    await role.selectOption({ label: 'Les' })
    await page.getByText('Rollen er endret').first().waitFor()
    await guest.goto('/profile#tilgang')
    await accessOf(guest).getByText('Ser alt, men endrer ingenting.').waitFor()
    await expectSound(guest)

    await card.getByRole('button', { name: 'Overdra firmaet' }).click()
    await expectSound(page)
    await card.getByRole('button', { name: 'Spør den nye eieren' }).click()
    await card.getByText(/^Skal bli eier/).waitFor()
    const { text } = await mailTo(world.sandbox, email, 'Ta over Fjordvik Rør AS i Fakturabro')
    await guest.goto(`/invitasjon?token=${tokenIn(text)}`)
    await guest.getByRole('heading', { name: 'Ta over Fjordvik Rør AS' }).waitFor()
    await expectSound(guest)
    await guest.getByLabel('Passord', { exact: true }).fill(PASSWORD)
    await guest.getByRole('button', { name: 'Godta og bli eier' }).click()
    await home(guest)
    // The former owner's open screen shows the new role without being loaded again.
    await card.getByRole('button', { name: 'Gi fra deg tilgangen' }).waitFor()
    expect(await card.getByRole('button', { name: 'Overdra firmaet' }).count()).toBe(0)
    await expectSound(page)
  },
)

test('another log-in is told whose the invitation is, logs out, and logs in with the right one', async () => {
  const [owner, invited, other] = [await signUp(world), await signUp(world), await signUp(world)]
  const { email } = await invited.call(readSession)
  await owner.call(invite, { body: { email, role: 'staff' } })
  const page = await browser.openPage({
    width: 360,
    as: await other.call(readSession),
    expected: REFUSED,
  })
  await page.goto(await invitationTo(email))
  await page.getByText('Invitasjonen gjelder p***@example.no').waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Logg ut' }).click()
  await page.getByRole('link', { name: 'Logg inn' }).click()
  await page.getByLabel('E-postadresse').fill(email)
  await page.getByLabel('Passord', { exact: true }).fill(PASSWORD)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Logg inn' }).click()
  await page.getByRole('button', { name: 'Godta' }).waitFor()
  await expectSound(page)
  const accepted = page.waitForURL(/\/(\?.*)?$/)
  await page.getByRole('button', { name: 'Godta' }).click()
  await accepted
  expect((await invited.call(readSession)).companies).toHaveLength(2)
})

test('an invitation that was withdrawn says so', async () => {
  const owner = await signUp(world)
  const email = 'trukket@example.no'
  await owner.call(invite, { body: { email, role: 'reader' } })
  const page = await browser.openPage({ as: await owner.call(readSession) })
  await page.goto('/profile#tilgang')
  await accessOf(page)
    .getByRole('button', { name: `Trekk tilbake invitasjonen til ${email}` })
    .click()
  await page.getByText('Invitasjonen er trukket tilbake').first().waitFor()
  const guest = await browser.openPage({ width: 360, expected: [/status of 410/] })
  await guest.goto(await invitationTo(email))
  await guest.getByRole('heading', { name: 'Invitasjonen gjelder ikke' }).waitFor()
  await guest.getByText('Invitasjonen er trukket tilbake.').waitFor()
  await expectSound(guest)
})

test('a member is removed after a question', async () => {
  const owner = await signUp(world)
  const email = 'ut@example.no'
  await owner.call(invite, { body: { email, role: 'staff' } })
  const guest = await browser.openPage({ expected: REFUSED })
  await guest.goto(await invitationTo(email))
  await guest.getByLabel('Navn').fill('Ute Gangster')
  await guest.getByLabel('Passord', { exact: true }).fill(PASSWORD)
  await guest.getByRole('button', { name: 'Opprett konto og godta' }).click()
  await home(guest)
  const page = await browser.openPage({ width: 360, as: await owner.call(readSession) })
  await page.goto('/profile#tilgang')
  await accessOf(page).getByRole('button', { name: 'Fjern tilgangen til Ute Gangster' }).click()
  const question = page.getByRole('alertdialog')
  await question.waitFor()
  await expectSound(page)
  await question.getByRole('button', { name: 'Fjern tilgangen' }).click()
  await page.getByText('Tilgangen er fjernet').first().waitFor()
  await accessOf(page).getByText('Ute Gangster').waitFor({ state: 'detached' })
})
