import type { Attachment } from '#clients/servicem8/types'
import { mayReadAttachments } from '#clients/servicem8/oauth'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { HttpError, notFound } from '../../platform/http-error.ts'
import { noteUse } from '../auth/note-use.ts'
import { openServicem8 } from '../connections/tokens/open-clients.ts'
import { connectionOf } from '../connections/queries.ts'
import { vendorFailure } from '../connections/vendor-failure.ts'
import { draftWithFiles, holdTransfer, rememberChoice } from '../transfers/attachment-store.ts'
import { transferById } from '../transfers/queries.ts'
import { addLooks } from './looks-store.ts'
import { ATTACHMENTS } from './queue-name.ts'
import { recordOn } from './record.ts'
import { filesOfTransfer, retryFiles, writeTick } from './store.ts'
import { isOwnDocument, toldKind } from './told-kind.ts'

const NOT_READ = 'Kunne ikke hente filene på jobben fra ServiceM8.'

export async function jobOf(platform: Platform, companyId: string, id: string) {
  const row = await transferById(platform.db, companyId, id)
  if (!row) throw notFound('Overføringen finnes ikke.')
  return row
}

export async function mayAskForFiles({ db }: Platform, companyId: string): Promise<boolean> {
  const connection = await connectionOf(db, companyId, 'servicem8')
  return connection?.status === 'connected' && mayReadAttachments(connection.scope)
}

/**
 * Returns the files that ServiceM8 now lists on the job, except ServiceM8's own invoice and quote.
 * @throws HttpError 404; 409 `consent_needed`, `other_account`; the error of a failed request to
 * ServiceM8
 */
export async function filesOnJob(
  platform: Platform,
  companyId: string,
  id: string,
): Promise<Attachment[]> {
  const row = await jobOf(platform, companyId, id)
  if (!(await mayAskForFiles(platform, companyId)))
    throw new HttpError(409, 'consent_needed', 'ServiceM8 har ikke gitt lov til å hente vedlegg.')
  try {
    const servicem8 = await openServicem8(platform, companyId, { interactive: true })
    if (servicem8.accountUuid.toLowerCase() !== row.servicem8AccountId.toLowerCase())
      throw new HttpError(409, 'other_account', 'Jobben er fra en annen ServiceM8-konto.')
    const files = await servicem8.client.attachments.ofJob(row.servicem8JobId)
    return files.filter((one) => one.active && !isOwnDocument(one))
  } catch (error) {
    throw vendorFailure(error, NOT_READ)
  }
}

/**
 * Stores whether the user wants a file sent; the choice applies to every draft of this job. If the
 * draft is already in Fiken, a chosen file is sent at once. A file that is already in Fiken cannot
 * be deselected, because Fiken has no endpoint to remove it.
 * @throws HttpError 404, 409 `in_fiken`; the error of a failed request to ServiceM8
 */
export async function chooseFile(
  platform: Platform,
  companyId: string,
  id: string,
  asked: { attachmentUuid: string; chosen: boolean },
): Promise<string> {
  const { db, clock } = platform
  const uuid = asked.attachmentUuid.toLowerCase()
  const known = (await filesOfTransfer(db, companyId, id)).find(
    (row) => row.attachmentUuid === uuid,
  )
  const draft = await draftWithFiles(db, companyId, id)
  if (!asked.chosen && known?.state === 'sent' && known.draftUuid === draft?.draftUuid)
    throw new HttpError(409, 'in_fiken', 'Vedlegget ligger i Fiken. Ta det bort der.')
  const file = known ?? (await filesOnJob(platform, companyId, id)).find((one) => one.uuid === uuid)
  if (!file) throw notFound('Filen finnes ikke på jobben i ServiceM8.')
  const kind = 'kind' in file ? file.kind : toldKind(file)
  const now = instant(clock)
  await db.transaction(async (tx) => {
    // Locks the transfer before its files, like all code that writes both, to avoid deadlocks.
    if (!(await holdTransfer(tx, { id, companyId }))) throw notFound('Overføringen finnes ikke.')
    const of = { companyId, transferId: id, draftUuid: draft?.draftUuid ?? null }
    await writeTick(tx, of, { attachmentUuid: uuid, name: file.name, kind }, asked.chosen, now)
    await rememberChoice(tx, companyId, id, now)
    await noteUse(tx, companyId, 'files')
  })
  if (draft) await recordOn(platform, draft, () => Promise.resolve(), null)
  platform.queue.wake(ATTACHMENTS, companyId)
  return asked.chosen
    ? draft
      ? 'Vedlegget sendes til Fiken.'
      : 'Vedlegget sendes når utkastet er laget.'
    : 'Vedlegget sendes ikke.'
}

/**
 * Retries one file, or lists the job's files again and retries all files that are not in Fiken.
 * @throws HttpError 404, 409 `no_draft`
 */
export async function retry(
  platform: Platform,
  companyId: string,
  id: string,
  attachmentUuid: string | undefined,
): Promise<string> {
  const { db, clock } = platform
  await jobOf(platform, companyId, id)
  const draft = await draftWithFiles(db, companyId, id)
  if (!draft) throw new HttpError(409, 'no_draft', 'Det er ikke noe utkast i Fiken å legge dem på.')
  const of = { companyId, transferId: id, draftUuid: draft.draftUuid }
  const one = attachmentUuid?.toLowerCase() ?? null
  await recordOn(
    platform,
    draft,
    async (tx) => {
      const count = await retryFiles(tx, of, one, instant(clock))
      if (one !== null && count === 0)
        throw notFound('Vedlegget finnes ikke, eller er alt i Fiken.')
      if (one === null) await addLooks(tx, companyId, [id], instant(clock))
    },
    null,
  )
  platform.queue.wake(ATTACHMENTS, companyId)
  return one === null ? 'Vedleggene prøves på nytt.' : 'Vedlegget prøves på nytt.'
}
