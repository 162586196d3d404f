import { introduce, logInAt } from '../browser/screen.ts'
import { heading, type ScreenWalk } from './stage.ts'

/** Checks the screens shown before login. */
export const STRANGERS: Record<string, ScreenWalk> = {
  'before the log-in': async ({ open, seen }) => {
    const page = await open({ expected: [/Failed to load resource/] })
    await page.goto('/')
    await page.getByText('kr/måned').waitFor()
    await seen(page, 'the landing page')

    await page.goto('/auth')
    await heading(page, 'Velkommen til Fakturabro')
    await seen(page, 'the log-in')
    const form = page.getByRole('tabpanel')
    await form.getByRole('button', { name: 'Logg inn' }).click()
    await page.getByText('Passord er påkrevd').waitFor()
    await seen(page, 'a log-in that lacks everything')
    await logInAt(page, 'ingen@example.no', 'feil passord')
    await page.getByText(/^Ugyldig e-postadresse eller passord/).waitFor()
    await seen(page, 'a log-in that was refused')

    await page.getByRole('tab', { name: 'Registrer' }).click()
    await form.getByRole('button', { name: 'Neste' }).click()
    await page.getByText('Passord er påkrevd').waitFor()
    await seen(page, 'a registration that lacks everything')
    await introduce(page, { email: 'ny@example.no' })
    await form.getByLabel('Postnummer').fill('503')
    await form.getByRole('button', { name: 'Opprett konto' }).click()
    await page.getByText('Postnummer har fire siffer').waitFor()
    await seen(page, 'the second step of a registration, with errors')

    await page.goto('/forgot-password')
    await page.getByRole('button', { name: 'Send lenke' }).click()
    await page.getByText('Ugyldig e-postadresse').waitFor()
    await seen(page, 'a forgotten password, with an error')
    await page.getByLabel('E-postadresse').fill('ingen@example.no')
    await page.getByRole('button', { name: 'Send lenke' }).click()
    await heading(page, 'Sjekk din e-post')
    await seen(page, 'a link that was sent')

    await page.goto('/reset-password')
    await heading(page, 'Ugyldig reset-lenke')
    await seen(page, 'a new password without a link')
    await page.goto('/reset-password?token=ukjent')
    await page.getByRole('button', { name: 'Lagre nytt passord' }).click()
    await page.getByText('Passord må være minst 6 tegn').waitFor()
    await seen(page, 'a new password, with errors')
    await page.getByLabel('Nytt passord', { exact: true }).fill('et langt passord')
    await page.getByLabel('Bekreft passord', { exact: true }).fill('et langt passord')
    await page.getByRole('button', { name: 'Lagre nytt passord' }).click()
    await page.getByRole('link', { name: 'Be om ny lenke' }).waitFor()
    await seen(page, 'a new password with a link that is none')

    await page.goto('/confirm-email')
    await heading(page, 'Bekreft e-postadressen')
    await seen(page, 'an address to confirm, without a link')
    await page.goto('/confirm-email?token=ukjent')
    await page.getByRole('button', { name: 'Bekreft e-postadressen' }).click()
    await page.getByRole('button', { name: 'Prøv igjen' }).waitFor()
    await seen(page, 'an address to confirm, with a link that is none')

    await page.goto('/privacy')
    await heading(page, 'Personvern')
    await seen(page, 'the privacy page')
    await page.goto('/finnes-ikke')
    await heading(page, '404 Page Not Found')
    await seen(page, 'an address that does not exist')
    await page.goto('/transfers')
    await page.getByText('Pålogging påkrevd').waitFor()
    await seen(page, 'a screen that asks for a log-in')
  },
}
