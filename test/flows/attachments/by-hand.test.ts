import { beforeEach, describe, expect, test } from 'vitest'
import { addFile, type NewFile } from '#sandbox/servicem8/workshop'
import { readConfiguration, saveConfiguration } from '#shared/contracts/configuration'
import {
  chooseAttachment,
  findAttachments,
  readAttachments,
  retryAttachments,
  thumbnailOf,
} from '#shared/contracts/transfers/attachments'
import { startTransfer, undoTransfer } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import * as attached from '../../support/people/files/attached-jobs.ts'
import * as hostile from '../../support/people/files/hostile-pictures.ts'
import { atRest, draftOf, startPlumber } from '../../support/people/plumber.ts'
import { until } from '../../support/wait.ts'
import { consent, signUp } from '../../support/world/world.ts'

const plumber = await startPlumber()
await attached.chooseAttachments(plumber, 'all')
beforeEach(async () => {
  await plumber.person.call(saveConfiguration, { body: { attachments: 'none' } })
})

const { PHOTO, SECOND_PHOTO, DOCUMENT, IPHONE_PHOTO } = attached
const tick = ({ id }: Pick<Transfer, 'id'>, attachmentUuid: string, chosen: boolean) =>
  plumber.person.tryCall(chooseAttachment, { params: { id, attachmentUuid }, body: { chosen } })

describe('a tick', () => {
  test('sends one file to a draft that is there, whatever the settings say', async () => {
    const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO, DOCUMENT])
    const [photo = ''] = uuids
    expect((await tick(transfer, photo, true)).status).toBe(200)
    const rows = await attached.settled(plumber, transfer)
    expect(rows.map(({ uuid, state, chosen }) => [uuid, state, chosen])).toEqual([
      [photo, 'sent', true],
    ])
    expect(attached.arrivals(plumber, uuids)).toEqual([1, 0])
    // The user selects the same file again in another window.
    expect((await tick(transfer, photo, true)).status).toBe(200)
    await attached.settled(plumber, transfer)
    expect(attached.arrivals(plumber, uuids)).toEqual([1, 0])
  })

  test('holds for the next draft of the job too', async () => {
    const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO, DOCUMENT])
    await tick(transfer, uuids[1] ?? '', true)
    await attached.settled(plumber, transfer)
    await plumber.person.call(undoTransfer, { params: { id: transfer.id }, body: {} })
    await plumber.person.call(startTransfer, { params: { id: transfer.id }, query: {} })
    const anew = await until('the job to be transferred again', async () => {
      const row = await atRest(plumber, transfer.servicem8JobId)
      return row.status === 'completed' && row
    })
    await attached.settled(plumber, anew)
    expect(attached.namesOn(draftOf(plumber, anew))).toEqual([`Samsvarserklæring-${uuids[1]}.pdf`])
  })

  test('taken away keeps a file out that the settings mean', async () => {
    await plumber.person.call(saveConfiguration, { body: { attachments: 'all' } })
    const fault = plumber.vendors.faults.add({
      vendor: 'servicem8',
      path: '/Attachment/',
      kind: 'status',
      status: 500,
    })
    const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO, SECOND_PHOTO])
    await until('both to be planned', async () => {
      const rows = await attached.filesOf(plumber, transfer)
      return rows.length === 2
    })
    expect((await tick(transfer, uuids[0] ?? '', false)).status).toBe(200)
    plumber.vendors.faults.remove(fault.id)
    await attached.settled(plumber, transfer)
    expect(attached.arrivals(plumber, uuids)).toEqual([0, 1])
  })

  test('of a file that is in Fiken cannot be taken away from here, and that is said', async () => {
    const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO])
    await tick(transfer, uuids[0] ?? '', true)
    await attached.settled(plumber, transfer)
    const answer = await tick(transfer, uuids[0] ?? '', false)
    expect([answer.status, answer.body]).toEqual([
      409,
      expect.objectContaining({
        code: 'in_fiken',
        message: 'Vedlegget ligger i Fiken. Ta det bort der.',
      }),
    ])
  })

  test('of a file of another job, or that nobody knows, is refused', async () => {
    const { transfer } = await attached.draftWith(plumber, [PHOTO])
    const other = await attached.draftWith(plumber, [DOCUMENT])
    expect((await tick(transfer, other.uuids[0] ?? '', true)).status).toBe(404)
    expect((await tick(transfer, 'ingen-uuid', true)).status).toBe(404)
    expect(attached.arrivals(plumber, other.uuids)).toEqual([0])
  })
})

describe('a job that is not transferred yet', () => {
  test('gets the chosen file when its draft is made', async () => {
    const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO, DOCUMENT])
    await plumber.person.call(undoTransfer, { params: { id: transfer.id }, body: {} })
    await tick(transfer, uuids[0] ?? '', true)
    const [waiting] = await attached.filesOf(plumber, transfer)
    expect(waiting).toMatchObject({ state: 'idle', chosen: true })
    expect(attached.arrivals(plumber, uuids)).toEqual([0, 0])
    await plumber.person.call(startTransfer, { params: { id: transfer.id }, query: {} })
    await until('the file to be sent', async () => {
      const [row] = await attached.filesOf(plumber, transfer)
      return row?.state === 'sent'
    })
    expect(attached.arrivals(plumber, uuids)).toEqual([1, 0])
  })
})

test('a draft without files can be given all that the settings mean by now', async () => {
  const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO, DOCUMENT])
  await plumber.person.call(saveConfiguration, { body: { attachments: 'pdf' } })
  await plumber.person.call(retryAttachments, { params: { id: transfer.id }, body: {} })
  await attached.settled(plumber, transfer)
  expect(attached.arrivals(plumber, uuids)).toEqual([0, 1])
})

const bytes = (name: string, content: Buffer): NewFile => ({
  name,
  content: { kind: 'bytes', base64: content.toString('base64') },
})

describe('thumbnails', () => {
  test('are pictures that we have made, kept by the browser, and nothing that runs', async () => {
    const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO])
    const answer = await plumber.person.fetch(thumbnailOf(transfer.id, uuids[0] ?? ''))
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=86400, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
    expect(bytes.length).toBeLessThan(40_000)
  })

  test('are there neither for what is no picture, nor for the file of another job', async () => {
    const { transfer, uuids } = await attached.draftWith(plumber, [DOCUMENT, IPHONE_PHOTO])
    const other = await attached.draftWith(plumber, [PHOTO])
    for (const uuid of [...uuids, other.uuids[0] ?? '', 'noe-annet'])
      expect((await plumber.person.fetch(thumbnailOf(transfer.id, uuid))).status).toBe(404)
  })
})

test('of what is no photo, whatever it is called, or would take the memory of many, there is none', async () => {
  const { transfer, uuids } = await attached.draftWith(plumber, [
    bytes('Tegning.jpg', hostile.svg()),
    bytes(
      'Stor.png',
      hostile.png({ width: 9_000, height: 9_000, bits: 16, interlaced: true, data: 99 }),
    ),
    bytes('Film.png', hostile.png({ width: 1, height: 1, moving: true })),
    bytes('Film.gif', hostile.gif()),
    PHOTO,
  ])
  const answers = await Promise.all(
    uuids.map((uuid) => plumber.person.fetch(thumbnailOf(transfer.id, uuid))),
  )
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 200])
})

test('somebody else sees and changes nothing of it', async () => {
  const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO])
  const params = { id: transfer.id }
  const stranger = await signUp(plumber.world)
  const [uuid = ''] = uuids
  const answers = await Promise.all([
    stranger.tryCall(readAttachments, { params }),
    stranger.tryCall(findAttachments, { params }),
    stranger.tryCall(retryAttachments, { params, body: {} }),
    stranger.tryCall(chooseAttachment, {
      params: { ...params, attachmentUuid: uuid },
      body: { chosen: true },
    }),
    stranger.fetch(thumbnailOf(transfer.id, uuid)),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  const nobody = plumber.world.visitor()
  expect((await nobody.tryCall(readAttachments, { params })).status).toBe(401)
  expect((await nobody.fetch(thumbnailOf(transfer.id, uuid))).status).toBe(401)
})

describe('the consent of ServiceM8', () => {
  test('is asked for only when files are chosen, and what waited for it is sent', async () => {
    // This consent lacks the file permission, as for a user who has never chosen files.
    await consent(plumber.person, 'servicem8')
    expect((await plumber.person.call(readConfiguration)).attachmentsAllowed).toBe(false)
    const { transfer, uuids } = await attached.draftWith(plumber, [DOCUMENT])
    const found = await plumber.person.tryCall(findAttachments, { params: { id: transfer.id } })
    expect([found.status, found.body]).toEqual([
      409,
      expect.objectContaining({ code: 'consent_needed' }),
    ])

    await plumber.person.call(saveConfiguration, { body: { attachments: 'pdf' } })
    const second = await attached.draftWith(plumber, [DOCUMENT])
    const stops = await until('the look to stop', async () => {
      const params = { id: second.transfer.id }
      const answer = await plumber.person.call(readAttachments, { params })
      return !answer.looking && answer
    })
    expect([stops.allowed, stops.rows]).toEqual([false, []])
    expect((await atRest(plumber, second.transfer.servicem8JobId)).status).toBe('completed')

    await consent(plumber.person, 'servicem8')
    expect((await plumber.person.call(readConfiguration)).attachmentsAllowed).toBe(true)
    await until('the file that waited to be sent', async () => {
      const [row] = await attached.filesOf(plumber, second.transfer)
      return row?.state === 'sent'
    })
    expect(attached.arrivals(plumber, [...uuids, ...second.uuids])).toEqual([0, 1])
  })
})

test('a file that is added later is seen, and can be sent', async () => {
  const { transfer } = await attached.draftWith(plumber, [])
  const { world, account } = plumber
  const uuid = addFile(world.vendors, account, transfer.servicem8JobId, PHOTO)
  const params = { id: transfer.id }
  const found = await plumber.person.call(findAttachments, { params })
  expect(found).toEqual([{ uuid, name: PHOTO.name, kind: 'image' }])
  await tick(transfer, uuid, true)
  await attached.settled(plumber, transfer)
  expect(attached.arrivals(plumber, [uuid])).toEqual([1])
})
