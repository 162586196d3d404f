import { describe, expect, test } from 'vitest'
import { addFile, changeLine, type NewFile } from '#sandbox/servicem8/workshop'
import { findAttachments } from '#shared/contracts/transfers/attachments'
import { updateDraft } from '#shared/contracts/transfers/actions'
import { MOST_BYTES } from '#shared/attachments'
import * as attached from '../../support/people/files/attached-jobs.ts'
import * as hostile from '../../support/people/files/hostile-pictures.ts'
import { atRest, draftOf, startPlumber, storyOf } from '../../support/people/plumber.ts'
import { until } from '../../support/wait.ts'

const plumber = await startPlumber()

const { PHOTO, SECOND_PHOTO, DOCUMENT, OWN_INVOICE, IPHONE_PHOTO } = attached
const all = [PHOTO, SECOND_PHOTO, DOCUMENT, OWN_INVOICE]

describe('by the settings', () => {
  test('nothing is sent to begin with, and ServiceM8 is not asked for any file', async () => {
    const { transfer, uuids } = await attached.draftWith(plumber, all)
    expect(await attached.settled(plumber, transfer)).toEqual([])
    expect(attached.arrivals(plumber, uuids)).toEqual([0, 0, 0, 0])
    const asked = plumber.vendors.ledger.entries.filter(({ path }) => /attachment/i.test(path))
    expect(asked).toEqual([])
  })

  test('photos and PDFs are on the draft, never the invoice of ServiceM8 itself', async () => {
    await attached.chooseAttachments(plumber, 'all')
    const { transfer, uuids } = await attached.draftWith(plumber, all)
    const rows = await attached.settled(plumber, transfer)
    expect(rows.map(({ name, state }) => [name, state]).sort()).toEqual([
      ['Bereder.jpg', 'sent'],
      ['Etter.png', 'sent'],
      ['Samsvarserklæring.pdf', 'sent'],
    ])
    const [photo, second, document] = uuids
    expect(attached.namesOnDraftOf(plumber, transfer)).toEqual([
      `Bereder-${photo}.jpeg`,
      `Etter-${second}.png`,
      `Samsvarserklæring-${document}.pdf`,
    ])
    expect(attached.arrivals(plumber, uuids)).toEqual([1, 1, 1, 0])
    expect(await storyOf(plumber, transfer)).toContain(
      'Vedlegget «Bereder.jpg» ligger på utkastet i Fiken',
    )
  })

  test('with PDFs only, a photo stays behind, also one that calls itself a PDF', async () => {
    await attached.chooseAttachments(plumber, 'pdf')
    const disguised = { ...PHOTO, name: 'Kvittering.pdf' }
    const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO, disguised, DOCUMENT])
    await attached.settled(plumber, transfer)
    expect(attached.arrivals(plumber, uuids)).toEqual([0, 0, 1])
    expect((await read(transfer)).attachmentsNote).toBeNull()
  })
})

describe('what a file is', () => {
  test('its content tells, and not its name', async () => {
    await attached.chooseAttachments(plumber, 'all')
    const named = { ...DOCUMENT, name: 'bilde.jpg' }
    const { transfer, uuids } = await attached.draftWith(plumber, [named])
    await attached.settled(plumber, transfer)
    expect(attached.namesOnDraftOf(plumber, transfer)).toEqual([`bilde-${uuids[0]}.pdf`])
    expect(plumber.vendors.ledger.filesAdded.at(-1)).toMatchObject({ kind: 'pdf' })
  })

  test('a photo in the format of iPhones is named on the row, with why, and the draft is complete', async () => {
    await attached.chooseAttachments(plumber, 'all')
    const { transfer, uuids } = await attached.draftWith(plumber, [IPHONE_PHOTO, PHOTO])
    const rows = await attached.settled(plumber, transfer)
    expect(rows.find(({ name }) => name === IPHONE_PHOTO.name)).toMatchObject({
      state: 'refused',
      why: expect.stringContaining('HEIC') as string,
    })
    expect(attached.arrivals(plumber, uuids)).toEqual([0, 1])
    const row = await read(transfer)
    expect([row.status, row.attachmentsNote]).toEqual([
      'completed',
      'Vedlegg ikke sendt: IMG_2041.heic',
    ])
  })

  test('an empty file, and one of text, are not sent', async () => {
    await attached.chooseAttachments(plumber, 'all')
    const { transfer, uuids } = await attached.draftWith(plumber, [
      { name: 'tom.pdf', content: { kind: 'bytes', base64: '' } },
      { name: 'tekst.pdf', content: { kind: 'bytes', base64: btoa('Dette er ingen PDF.') } },
    ])
    const rows = await attached.settled(plumber, transfer)
    expect(rows.map(({ state, why }) => [state, why])).toEqual(
      expect.arrayContaining([
        ['refused', 'Filen er tom.'],
        ['refused', 'Innholdet er verken png, jpeg, gif eller pdf.'],
      ]),
    )
    expect(attached.arrivals(plumber, uuids)).toEqual([0, 0])
  })
})

describe('what is large', () => {
  test('moving pictures go as they are, and a picture that is too heavy to be made smaller is named', async () => {
    await attached.chooseAttachments(plumber, 'all')
    const bytes = (name: string, content: Buffer): NewFile => ({
      name,
      content: { kind: 'bytes', base64: content.toString('base64') },
    })
    const head = { width: 9_000, height: 9_000, bits: 16, data: 99 } as const
    const [film, apng] = [hostile.gif(), hostile.png({ ...head, moving: true })]
    const { transfer } = await attached.draftWith(plumber, [
      bytes('Film.gif', film),
      bytes('Film.png', apng),
      bytes('Tung.png', hostile.png({ ...head, interlaced: true })),
    ])
    const rows = await attached.settled(plumber, transfer)
    expect(
      Object.fromEntries(rows.map(({ name, ...row }) => [name, row.bytes ?? row.why])),
    ).toEqual({
      'Film.gif': film.length,
      'Film.png': apng.length,
      'Tung.png': 'Bildet er for stort til å gjøres mindre, så det sendes ikke.',
    })
  })

  test('a photo is made smaller', async () => {
    await attached.chooseAttachments(plumber, 'all')
    const { transfer, uuids } = await attached.draftWith(plumber, [await attached.largePhoto()])
    const [row] = await attached.settled(plumber, transfer)
    expect(row?.state).toBe('sent')
    const added = plumber.vendors.ledger.filesAdded.at(-1)
    expect(added).toMatchObject({ name: `Panorama-${uuids[0]}.jpeg`, kind: 'jpeg' })
    expect(added?.bytes).toBeLessThan(4 * 1024 * 1024)
    expect(row?.bytes).toBe(added?.bytes)
  })

  test('a document of more than ten megabytes is not sent, and a far larger one not even fetched to its end', async () => {
    await attached.chooseAttachments(plumber, 'all')
    const head = '%PDF-1.4\n'
    const { transfer } = await attached.draftWith(plumber, [
      {
        name: 'Stor.pdf',
        content: {
          kind: 'bytes',
          base64: Buffer.concat([
            Buffer.from(head),
            Buffer.alloc(MOST_BYTES),
            Buffer.from('\n%%EOF\n'),
          ]).toString('base64'),
        },
      },
      { name: 'Enorm.pdf', content: { kind: 'endless', head, bytes: 200 * 1024 * 1024 } },
    ])
    const rows = await attached.settled(plumber, transfer)
    expect(Object.fromEntries(rows.map(({ name, why }) => [name, why]))).toEqual({
      'Stor.pdf': 'Filen er større enn 10 MB.',
      'Enorm.pdf': 'Filen er større enn 50 MB.',
    })
  })

  test('of more than twenty files, twenty are sent, and the others are named', async () => {
    await attached.chooseAttachments(plumber, 'all')
    const files = Array.from({ length: 22 }, (_, n) => ({ ...DOCUMENT, name: `Side ${n + 1}.pdf` }))
    const { transfer, uuids } = await attached.draftWith(plumber, files)
    const rows = await attached.settled(plumber, transfer)
    expect(rows.filter(({ state }) => state === 'sent')).toHaveLength(20)
    expect(rows.filter(({ why }) => why.startsWith('Flere enn 20'))).toHaveLength(2)
    expect(attached.arrivals(plumber, uuids).reduce((sum, one) => sum + one, 0)).toBe(20)
  })
})

test('an updated draft gets what is new, and nothing twice', async () => {
  await attached.chooseAttachments(plumber, 'all')
  const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO])
  await attached.settled(plumber, transfer)
  const { account, world } = plumber
  const later = addFile(world.vendors, account, transfer.servicem8JobId, DOCUMENT)
  const [line] = Object.values(account.tables.jobmaterial).filter(
    ({ job_uuid: job }) => job === transfer.servicem8JobId,
  )
  changeLine(world.vendors, account, line?.uuid ?? '', { quantity: '2.0000' })
  await world.sandbox.webhooks.idle()
  // The update is refused until the change has been read from ServiceM8.
  await until('the draft to be updated', async () => {
    const answer = await plumber.person.tryCall(updateDraft, { params: { id: transfer.id } })
    return answer.status === 200
  })
  const updated = await atRest(plumber, transfer.servicem8JobId, transfer.updatedAt)
  expect(draftOf(plumber, updated).draftId).toBe(Number(transfer.fikenInvoiceDraftId))
  await until('the new file to be sent', async () => {
    const rows = await attached.filesOf(plumber, transfer)
    return rows.length === 2 && rows.every(({ state }) => state === 'sent')
  })
  expect(attached.arrivals(plumber, [...uuids, later])).toEqual([1, 1])
})

test('what is on the job now can be seen, with what each file is by its name', async () => {
  await attached.chooseAttachments(plumber, 'all')
  const { transfer } = await attached.draftWith(plumber, all)
  const found = await plumber.person.call(findAttachments, { params: { id: transfer.id } })
  expect(found.map(({ name, kind }) => [name, kind]).sort()).toEqual([
    ['Bereder.jpg', 'image'],
    ['Etter.png', 'image'],
    ['Samsvarserklæring.pdf', 'pdf'],
  ])
})

const read = ({ servicem8JobId }: { servicem8JobId: string }) => atRest(plumber, servicem8JobId)
