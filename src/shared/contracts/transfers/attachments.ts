import * as z from 'zod/mini'
import { ATTACHMENT_CHOICES, ATTACHMENT_STATES, TOLD_KINDS } from '../../attachments.ts'
import { endpoint } from '../../contract.ts'
import { id } from '../../fields.ts'
import { byId } from './row.ts'

const attachmentUuid = z.string().check(z.regex(/^[\da-f-]{36}$/i, 'Ugyldig vedlegg'))

export const attachmentRow = z.object({
  uuid: z.string(),
  name: z.string(),
  kind: z.enum(TOLD_KINDS),
  state: z.enum(ATTACHMENT_STATES),
  /** The reason why the file is not in Fiken; "" if there is none. */
  why: z.string(),
  /** The user's choice; null means that the setting decides. */
  chosen: z.nullable(z.boolean()),
  /** The file's size in bytes, as sent to Fiken. */
  bytes: z.nullable(z.int()),
  mayRetry: z.boolean(),
  nextTryAt: z.nullable(z.string()),
})
export type AttachmentAnswer = z.infer<typeof attachmentRow>

export const readAttachments = endpoint({
  method: 'GET',
  path: '/api/transfers/:id/attachments',
  access: 'user',
  act: 'read',
  shows: ['transfers', 'configuration'],
  summary: 'Vedleggene til en overføring, så langt de er kommet',
  params: byId,
  answer: z.object({
    choice: z.enum(ATTACHMENT_CHOICES),
    allowed: z.boolean(),
    rows: z.array(attachmentRow),
    /** True while the job's files are not all listed, so that more rows can follow. */
    looking: z.boolean(),
    lookWhy: z.string(),
  }),
})

export const findAttachments = endpoint({
  method: 'GET',
  path: '/api/transfers/:id/attachments/found',
  access: 'user',
  act: 'read',
  summary: 'Filene på jobben i ServiceM8, slik de er nå',
  params: byId,
  answer: z.array(
    z.object({
      uuid: z.string(),
      name: z.string(),
      kind: z.enum(TOLD_KINDS),
    }),
  ),
})

const ofFile = z.object({ id, attachmentUuid })

export const chooseAttachment = endpoint({
  method: 'PUT',
  path: '/api/transfers/:id/attachments/:attachmentUuid',
  access: 'user',
  act: 'transfers',
  changes: ['transfers'],
  summary: 'Ta med et vedlegg, eller la det være',
  params: ofFile,
  body: z.object({ chosen: z.boolean('Si om vedlegget skal være med') }),
  answer: z.object({ message: z.string() }),
})

export const retryAttachments = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/attachments/retry',
  access: 'user',
  act: 'transfers',
  changes: ['transfers'],
  summary: 'Prøv å sende vedlegg på nytt: ett, eller alle som ikke er i Fiken',
  params: byId,
  body: z.object({ attachmentUuid: z.optional(attachmentUuid) }),
  answer: z.object({ message: z.string() }),
})

/** The path of a file's thumbnail. The response is an image, so no endpoint is declared. */
export const THUMBNAIL_PATH = '/api/transfers/:id/attachments/:attachmentUuid/thumbnail'
export const thumbnailOf = (transferId: string, uuid: string) =>
  THUMBNAIL_PATH.replace(':id', transferId).replace(':attachmentUuid', uuid)
