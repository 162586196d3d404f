import { openAsBlob } from 'node:fs'
import { isNamed, ownFileName } from '#clients/fiken/attached-file'
import { LONGEST_LAG_MS } from '#clients/fiken/list-lag'
import type { FikenCompany } from '#clients/fiken/client'
import { isExternalError } from '#clients/http/external-error'
import type { ServiceM8Client } from '#clients/servicem8/client'
import type { Attachment } from '#clients/servicem8/types'
import { isMeant } from '#shared/attachments'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/queries.ts'
import { openFiken, openServicem8 } from '../connections/tokens/open-clients.ts'
import { SOON_MS } from '../reservations/absence.ts'
import { draftWithFiles, type DraftWithFiles } from '../transfers/attachment-store.ts'
import { DraftNotFound, judgeFailure } from './judge-failure.ts'
import { OTHER_ACCOUNT } from './look.ts'
import { findPlace, type Place } from './place.ts'
import { prepareFile, type Prepared } from './prepare-file.ts'
import { recordOn } from './record.ts'
import { beginSending, changeWaiting, dueFiles, forgetFiles, markSent, postpone } from './store.ts'
import type { AttachmentRow } from './tables.ts'
import { withFolder } from './temp-files.ts'

class NotWanted extends Error {}

interface Sending {
  platform: Platform
  draft: DraftWithFiles
  servicem8: ServiceM8Client
  fiken: FikenCompany
  /** Reads the job's current files; null when the files have just been listed. */
  filesNow: (() => Promise<Attachment[]>) | null
  signal: AbortSignal
}

/**
 * Sends the company's due files, draft by draft, after reading Fiken's list of the draft's
 * attachments. Writes each outcome to the file's row and never throws.
 * @param listed ids of the transfers whose files have just been listed
 */
export async function sendDue(
  platform: Platform,
  companyId: string,
  listed: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = platform
  const due = await dueFiles(db, companyId, instant(clock))
  const ofTransfers = Map.groupBy(due, ({ transferId }) => transferId)
  for (const [transferId, rows] of ofTransfers) {
    if (signal.aborted) return
    const draft = await draftWithFiles(db, companyId, transferId)
    const mine = rows.filter((row) => row.draftUuid === draft?.draftUuid)
    // The draft is not in Fiken now. When it is created again, its files are planned again.
    for (const row of rows.filter((one) => !mine.includes(one)))
      await changeWaiting(db, row, { nextTryAt: null }, instant(clock))
    if (!draft || mine.length === 0) continue
    const isListed = listed.has(transferId)
    if (!(await sendOfDraft(platform, draft, mine, { isListed, signal }))) return
  }
}

async function sendOfDraft(
  platform: Platform,
  draft: DraftWithFiles,
  rows: readonly AttachmentRow[],
  { isListed, signal }: { isListed: boolean; signal: AbortSignal },
): Promise<boolean> {
  const { companyId } = draft
  try {
    const options = { unhurried: true, signal }
    const { client: servicem8, accountUuid } = await openServicem8(platform, companyId, options)
    const { client } = await openFiken(platform, companyId, options)
    const fiken = client.company(draft.slug)
    let files: Promise<Attachment[]> | undefined
    const list = () => (files ??= servicem8.attachments.ofJob(draft.jobUuid, signal))
    const filesNow = isListed ? null : list
    const sending = { platform, draft, servicem8, fiken, filesNow, signal }
    const place = await findPlace(fiken, draft, signal)
    if (!place) throw new DraftNotFound('neither the draft nor an invoice of it is there')
    const isOther = accountUuid.toLowerCase() !== draft.accountUuid.toLowerCase()
    for (const row of rows) {
      if (signal.aborted) return false
      if (isOther && !thereOf(row, place)) await fail(sending, row, OTHER_ACCOUNT)
      else if (!(await sendOne(sending, row, place))) return false
    }
    return true
  } catch (error) {
    let goesOn = true
    for (const row of rows) goesOn = (await settle({ platform, draft }, row, error)) && goesOn
    return goesOn
  }
}

async function sendOne(sending: Sending, row: AttachmentRow, place: Place): Promise<boolean> {
  try {
    await bring(sending, row, place)
    return true
  } catch (error) {
    if (error instanceof NotWanted) return true
    return settle(sending, row, error)
  }
}

const thereOf = (row: AttachmentRow, { files }: Place) =>
  files.find((one) => isNamed(one, row.attachmentUuid))

async function bring(sending: Sending, row: AttachmentRow, place: Place): Promise<void> {
  const { platform, draft, servicem8, signal } = sending
  const { db, clock, config, ladderScale } = platform
  const there = thereOf(row, place)
  if (there) return sent(sending, row, place, { fikenId: there.id, bytes: null })
  const { attachments } = await configurationOf(db, draft.companyId)
  const choice = row.chosen === null ? attachments : null
  if (choice !== null && !isMeant(choice, row.kind))
    return changeWaiting(db, row, { state: 'idle', why: '', nextTryAt: null }, instant(clock))
  const since = row.askedAt ? clock.now() - row.askedAt.getTime() : Infinity
  if (since < LONGEST_LAG_MS * ladderScale) {
    // The file might have arrived unlisted; sending it again could attach it twice.
    const later = new Date(clock.now() + Math.max(SOON_MS * ladderScale, since))
    return changeWaiting(db, row, { nextTryAt: later }, instant(clock))
  }
  if (row.why === LAST_LOOK) return fail(sending, row, NEVER_ARRIVED)
  if (await isDeletedSince(sending, row)) return forget(sending, row)
  await withFolder(config.dataDir, async (folder) => {
    const { companyId } = draft
    const options = { companyId, folder, choice, signal }
    const prepared = await prepareFile(servicem8, row.attachmentUuid, options)
    if (prepared === 'left_out')
      return changeWaiting(db, row, { state: 'idle', nextTryAt: null }, instant(clock))
    if ('refused' in prepared) return refuse(sending, row, prepared.refused)
    const fikenId = await add(sending, row, place, prepared)
    return sent(sending, row, place, { fikenId, bytes: prepared.bytes })
  })
}

async function isDeletedSince(
  { filesNow }: Sending,
  { attachmentUuid }: AttachmentRow,
): Promise<boolean> {
  if (!filesNow) return false
  return !(await filesNow()).some(({ uuid, active }) => active && uuid === attachmentUuid)
}

function forget({ platform, draft }: Sending, row: AttachmentRow): Promise<void> {
  const { companyId, transferId, attachmentUuid, name } = row
  const text = `Vedlegget «${name}» er slettet i ServiceM8, og sendes ikke`
  return recordOn(
    platform,
    draft,
    (tx) => forgetFiles(tx, companyId, transferId, [attachmentUuid]),
    {
      text,
      ok: true,
      log: false,
    },
  )
}

/**
 * Attaches one file to the draft or invoice in Fiken. Records the attempt right before the request,
 * and clears the record if Fiken refuses the file.
 */
async function add(
  { platform, fiken }: Sending,
  row: AttachmentRow,
  { place }: Place,
  { file, ending }: Prepared,
): Promise<string> {
  const { db, clock } = platform
  const begun = { ...row }
  const beforeSend = async () => {
    const now = instant(clock)
    if (!(await beginSending(db, begun, now))) throw new NotWanted()
    begun.askedAt = now
  }
  const blob = await openAsBlob(file)
  const attachment = { name: ownFileName(row.name, row.attachmentUuid, ending), file: blob }
  try {
    return await fiken.attachments.add(place, attachment, { beforeSend })
  } catch (error) {
    // For all other errors the file has certainly not arrived.
    if (begun.askedAt !== row.askedAt && !isExternalError(error, 'unknown_outcome'))
      await changeWaiting(db, row, { askedAt: null }, instant(clock))
    throw error
  }
}

function sent(
  { platform, draft }: Pick<Sending, 'platform' | 'draft'>,
  row: AttachmentRow,
  { place }: Place,
  { fikenId, bytes }: { fikenId: string; bytes: number | null },
): Promise<void> {
  const now = instant(platform.clock)
  const where = place.kind === 'draft' ? 'utkastet' : 'fakturaen'
  const text = `Vedlegget «${row.name}» ligger på ${where} i Fiken`
  return recordOn(platform, draft, (tx) => markSent(tx, row, { fikenId, bytes, now }), {
    text,
    ok: true,
    log: true,
  })
}

const fail = (sending: Pick<Sending, 'platform' | 'draft'>, row: AttachmentRow, why: string) =>
  stop(sending, row, 'failed', why)
const refuse = (sending: Pick<Sending, 'platform' | 'draft'>, row: AttachmentRow, why: string) =>
  stop(sending, row, 'refused', why)

function stop(
  { platform, draft }: Pick<Sending, 'platform' | 'draft'>,
  row: AttachmentRow,
  state: 'failed' | 'refused',
  why: string,
): Promise<void> {
  const change = { state, why, nextTryAt: null, failures: row.failures + 1 }
  const text = `Vedlegget «${row.name}» er ikke sendt til Fiken. ${why}`
  return recordOn(
    platform,
    draft,
    (tx) => changeWaiting(tx, row, change, instant(platform.clock)),
    { text, ok: false, log: true },
  )
}

async function settle(
  sending: Pick<Sending, 'platform' | 'draft'>,
  row: AttachmentRow,
  error: unknown,
): Promise<boolean> {
  const { platform, draft } = sending
  const { db, clock, log, ladderScale: scale } = platform
  const { companyId, id, failures } = row
  const now = instant(clock)
  const failure = judgeFailure(error, { failures, random: platform.random(), scale })
  if (failure.kind === 'given_back') return false
  log.info({ err: error, companyId, transferId: draft.id, id }, 'a file was not sent to Fiken')
  switch (failure.kind) {
    case 'consent':
      await fail(sending, row, 'ServiceM8 må kobles til på nytt for at filen kan hentes.')
      return true
    case 'failed':
      await fail(sending, row, failure.why)
      return true
    case 'unknown': {
      const soon = new Date(clock.now() + SOON_MS * scale)
      const why = failures + 1 >= MOST_UNKNOWN ? LAST_LOOK : failure.why
      await changeWaiting(db, row, { why, failures: failures + 1, nextTryAt: soon }, now)
      break
    }
    case 'again': {
      const at = new Date(clock.now() + failure.afterMs)
      const change = { why: failure.why, failures: failures + 1, nextTryAt: at }
      await changeWaiting(db, row, change, now)
      if (failure.outage) await postpone(db, companyId, now, at)
      break
    }
  }
  platform.live.publish(companyId, 'transfers')
  return failure.kind !== 'again' || !failure.outage
}

/** The maximum number of requests with an unclear outcome; after that, the user decides. */
const MOST_UNKNOWN = 6

/**
 * The message shown while Fiken's list is read one last time before the file fails, because the
 * last request might have succeeded.
 */
const LAST_LOOK = 'Fiken svarte ikke tydelig. Det ses etter en siste gang om vedlegget kom fram.'
const NEVER_ARRIVED = 'Fiken svarte ikke tydelig, og vedlegget kom ikke fram.'
