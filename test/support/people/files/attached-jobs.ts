import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { addFile, completeJob, type NewFile } from '#sandbox/servicem8/workshop'
import type { StoredDraft } from '#sandbox/world/state'
import { rowsOf } from '#server/platform/database/database'
import { saveConfiguration } from '#shared/contracts/configuration'
import { readAttachments, type AttachmentAnswer } from '#shared/contracts/transfers/attachments'
import type { Transfer } from '#shared/contracts/transfers/row'
import type { AttachmentChoice } from '#shared/attachments'
import { until } from '../../wait.ts'
import { consent } from '../../world/world.ts'
import { atRest, completeNewJob, draftOf, type Plumber } from '../plumber.ts'

export const PHOTO: NewFile = {
  name: 'Bereder.jpg',
  content: { kind: 'photo', seed: 1, width: 640, height: 480 },
}
export const SECOND_PHOTO: NewFile = {
  name: 'Etter.png',
  content: { kind: 'photo', seed: 2, width: 320, height: 240, format: 'png' },
}
export const DOCUMENT: NewFile = {
  name: 'Samsvarserklæring.pdf',
  content: { kind: 'pdf', text: 'Samsvarserklæring' },
}
export const OWN_INVOICE: NewFile = {
  name: 'Faktura 1042.pdf',
  source: 'INVOICE',
  content: { kind: 'pdf', text: 'ServiceM8' },
}

const HEIC_HEAD = Buffer.concat([
  Buffer.from([0, 0, 0, 0x18]),
  Buffer.from('ftypheic', 'latin1'),
  Buffer.from([0, 0, 0, 0]),
  Buffer.from('mif1heic', 'latin1'),
])
export const IPHONE_PHOTO: NewFile = {
  name: 'IMG_2041.heic',
  content: {
    kind: 'bytes',
    base64: Buffer.concat([HEIC_HEAD, Buffer.alloc(4000)]).toString('base64'),
  },
}

/** Returns a noisy photo that is larger than the size sent to Fiken. */
export async function largePhoto(name = 'Panorama.jpg'): Promise<NewFile> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const bytes = await sharp({
    create: { width: 5_200, height: 2_600, channels: 3, background: '#888', noise },
  })
    .jpeg({ quality: 88 })
    .toBuffer()
  return { name, content: { kind: 'bytes', base64: bytes.toString('base64') } }
}

export type Owner = Pick<Plumber, 'world' | 'person' | 'account' | 'company'>

/** Chooses the files to attach, and grants the consent that ServiceM8 then requires. */
export async function chooseAttachments(
  { person }: Pick<Plumber, 'person'>,
  attachments: AttachmentChoice,
): Promise<void> {
  await person.call(saveConfiguration, { body: { attachments } })
  await consent(person, 'servicem8')
}

export async function draftWith(
  plumber: Owner,
  files: readonly NewFile[],
  client = 'Kari Nordmann',
): Promise<{ transfer: Transfer; uuids: string[] }> {
  const { world, account } = plumber
  const { sandbox } = world
  // The job is completed only after its files have been added.
  const job = completeNewJob(plumber, { client, fields: { status: 'Work Order' } })
  const uuids = files.map((file) => addFile(sandbox.world, account, job, file))
  await plumber.world.sandbox.webhooks.idle()
  completeJobOf(plumber, job)
  return { transfer: await done(plumber, job), uuids }
}

async function done(plumber: Owner, job: string): Promise<Transfer> {
  const transfer = await atRest(plumber, job)
  if (transfer.status !== 'completed')
    throw new Error(
      `The transfer is ${transfer.status}, ${transfer.pendingReason}: ${transfer.errorMessage}`,
    )
  return transfer
}

function completeJobOf({ world, account }: Owner, job: string): void {
  if (!completeJob(world.vendors, account, job)) throw new Error('no such job')
}

export async function filesOf(
  { person }: Pick<Plumber, 'person'>,
  { id }: Pick<Transfer, 'id'>,
): Promise<AttachmentAnswer[]> {
  return (await person.call(readAttachments, { params: { id } })).rows
}

/** Waits until no more files are being listed or sent for this transfer. */
export async function settled(
  plumber: Pick<Plumber, 'person'>,
  { id }: Pick<Transfer, 'id'>,
): Promise<AttachmentAnswer[]> {
  return until(`the files of ${id} to be settled`, async () => {
    const { rows, looking } = await plumber.person.call(readAttachments, { params: { id } })
    if (!looking && rows.every(({ state }) => state !== 'waiting')) return rows
    throw new Error(JSON.stringify({ looking, rows }))
  })
}

export const namesOn = (draft: Pick<StoredDraft, 'attachments'>): string[] =>
  draft.attachments
    .map(({ downloadUrl }) => decodeURIComponent(downloadUrl.split('/').at(-1) ?? ''))
    .sort()

export const namesOnDraftOf = (plumber: Owner, transfer: Transfer): string[] =>
  namesOn(draftOf(plumber, transfer))

/** Counts for each of these files how often it was uploaded to Fiken, on any draft. */
export const arrivals = ({ world }: Pick<Plumber, 'world'>, uuids: readonly string[]): number[] =>
  uuids.map(
    (uuid) => world.vendors.ledger.filesAdded.filter(({ name }) => name.includes(uuid)).length,
  )

export const storedFiles = ({ world }: Pick<Plumber, 'world'>, transferId: string) =>
  rowsOf<{
    id: string
    attachment_uuid: string
    state: string
    asked_at: Date | null
    failures: number
  }>(
    world.product.platform.db,
    sql`select id, attachment_uuid, state, asked_at, failures from job_attachments where transfer_id = ${transferId}`,
  )
