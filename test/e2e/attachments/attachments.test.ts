import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addFile } from '#sandbox/servicem8/workshop'
import { readConfiguration } from '#shared/contracts/configuration'
import type { Transfer } from '#shared/contracts/transfers/row'
import { expectSoundInBothThemes, useBrowser } from '../../support/browser/browser.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { menu, rowOf, saved } from '../../support/browser/screen.ts'
import { ownerOf as ownerIn } from '../../support/people/deposits/jobs-with-deposits.ts'
import * as attached from '../../support/people/files/attached-jobs.ts'
import { readyCustomer, type Customer } from '../../support/people/customer.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

// Expected errors: a picture whose file is missing gets a 404, and the sandbox is told to refuse
// files.
const EXPECTED = [/Failed to load resource/]
const world = await startWorld()
const browser = useBrowser(() => world)

const WIDTHS = [1280, 360]
const { PHOTO, DOCUMENT, IPHONE_PHOTO } = attached

const ownerOf = (customer: Customer) => ownerIn(world, customer)
const consentAs = ({ tenant }: Customer) => {
  world.vendors.settings.consent.servicem8 = { mode: 'auto', subject: tenant.account.uuid }
}
const clientOf = ({ tenant }: Customer) =>
  Object.values(tenant.account.tables.company)[0]?.name ?? ''
const draftWith = (customer: Customer, files: Parameters<typeof attached.draftWith>[1]) =>
  attached.draftWith(ownerOf(customer), files, clientOf(customer))

describe.each(seenAt(WIDTHS.toReversed()))('at %i px', (width) => {
  const open = (customer: Customer) => browser.openPage({ as: customer, width, expected: EXPECTED })

  test('the choice is in the settings, and asks ServiceM8 for what it takes', async () => {
    const customer = await readyCustomer(world)
    consentAs(customer)
    const page = await open(customer)
    await page.goto('/configuration#vedlegg')
    const card = page.getByRole('region', { name: 'Vedlegg' })
    const choice = card.getByLabel('Hva som følger med')
    await expect.poll(() => choice.inputValue()).toBe('none')
    await expectSoundInBothThemes(page)
    await saved(page, () => choice.selectOption('Alle bilder og PDF-er'))
    const asks = card.getByText('ServiceM8 må godkjenne at vedlegg hentes')
    await asks.waitFor()
    await expectSoundInBothThemes(page)
    await card.getByRole('button', { name: 'Godkjenn i ServiceM8' }).click()
    await asks.waitFor({ state: 'detached' })
    const now = await customer.visitor.call(readConfiguration)
    expect([now.attachments, now.attachmentsAllowed]).toEqual(['all', true])
  })

  test('the drawer shows each file, where it is and why it is not sent, and the list names it', async () => {
    const customer = await readyCustomer(world)
    consentAs(customer)
    await attached.chooseAttachments(ownerOf(customer), 'all')
    const { transfer, uuids } = await draftWith(customer, [PHOTO, DOCUMENT, IPHONE_PHOTO])
    await attached.settled(ownerOf(customer), transfer)
    const page = await open(customer)
    const row = await openList(page, transfer)
    await row.getByText('Vedlegg ikke sendt: IMG_2041.heic').waitFor()
    await expectSoundInBothThemes(page)
    const files = await openFiles(page, row)
    await inFiken(files, 'Bereder.jpg').waitFor()
    await inFiken(files, 'Samsvarserklæring.pdf').waitFor()
    const refused = files.getByRole('listitem').filter({ hasText: 'IMG_2041.heic' })
    await refused.getByText('Kan ikke sendes').waitFor()
    await refused.getByText(/iPhone-formatet HEIC/).waitFor()
    const picture = files.locator('img').first()
    await picture.scrollIntoViewIfNeeded()
    await until('the picture to be there', () =>
      picture.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0),
    )
    await expectSoundInBothThemes(page)
    // A file that is already in Fiken cannot be deselected here.
    expect(await files.getByRole('checkbox', { name: 'Ta med Bereder.jpg' }).isDisabled()).toBe(
      true,
    )
    expect(attached.arrivals(ownerOf(customer), uuids)).toEqual([1, 1, 0])
  })

  test('a file that failed is sent by «Prøv igjen», one that was added later by a tick', async () => {
    const customer = await readyCustomer(world)
    const owner = ownerOf(customer)
    consentAs(customer)
    await attached.chooseAttachments(owner, 'pdf')
    const refusal = { kind: 'status', status: 400, count: 1, path: '/attachments$' } as const
    world.vendors.faults.add({ ...refusal, vendor: 'fiken', method: 'POST' })
    const { transfer, uuids } = await draftWith(customer, [DOCUMENT, PHOTO])
    await attached.settled(owner, transfer)
    const later = addFile(world.vendors, owner.account, transfer.servicem8JobId, {
      ...PHOTO,
      name: 'Etterpå.jpg',
    })
    const page = await open(customer)
    const row = await openList(page, transfer)
    const files = await openFiles(page, row)
    await files.getByText('Ikke sendt', { exact: true }).waitFor()
    await files.getByRole('button', { name: 'Prøv igjen å sende Samsvarserklæring.pdf' }).click()
    await inFiken(files, 'Samsvarserklæring.pdf').waitFor()
    await files.getByRole('checkbox', { name: 'Ta med Etterpå.jpg' }).click()
    await inFiken(files, 'Etterpå.jpg').waitFor()
    const left = files.getByRole('listitem').filter({ hasText: 'Bereder.jpg' })
    await left.getByText('Ikke med').waitFor()
    expect(attached.arrivals(owner, [...uuids, later])).toEqual([1, 0, 1])
    await expectSoundInBothThemes(page)
    await page.keyboard.press('Escape')
    await row.getByText('Vedlegg ikke sendt').waitFor({ state: 'detached' })
  })

  test('whoever has chosen none is told where to, and ServiceM8 is not asked', async () => {
    const customer = await readyCustomer(world)
    consentAs(customer)
    const { transfer } = await draftWith(customer, [PHOTO])
    const page = await open(customer)
    const row = await openList(page, transfer)
    await row.locator('[data-details]').click()
    await page.getByRole('button', { name: 'Flere muligheter' }).click()
    const files = page.getByRole('dialog').getByRole('region', { name: 'Vedlegg' })
    await files.getByRole('link', { name: 'Velg vedlegg i innstillingene' }).click()
    await page.getByRole('region', { name: 'Vedlegg' }).getByLabel('Hva som følger med').waitFor()
    await expectSoundInBothThemes(page)
  })
})

async function openList(page: Page, transfer: Transfer): Promise<Locator> {
  await page.goto('/')
  await menu(page, 'Overføringer')
  const row = rowOf(page, 'Overføringer', `Jobb #${transfer.servicem8Data?.job_number}`)
  await row.waitFor()
  return row
}

async function openFiles(page: Page, row: Locator): Promise<Locator> {
  await row.locator('[data-details]').click()
  const files = page.getByRole('dialog').getByRole('region', { name: 'Vedlegg' })
  await files.scrollIntoViewIfNeeded()
  return files
}

const inFiken = (files: Locator, name: string) =>
  files
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByText(/^I Fiken/)
