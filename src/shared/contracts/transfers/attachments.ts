import * as z from 'zod/mini'
import { ATTACHMENT_CHOICES, ATTACHMENT_STATES, TOLD_KINDS } from '../../attachments.ts'
import { endpoint } from '../../contract.ts'
import { id } from '../../fields.ts'
import { byId } from './row.ts'

/** A job's photos and PDFs on its draft. */

const attachmentUuid = z.string().check(z.regex(/^[\da-f-]{36}$/i, 'Ugyldig vedlegg'))

export const attachmentRow = z.object({
  uuid: z.string(),
  name: z.string(),
  kind: z.enum(TOLD_KINDS),
  state: z.enum(ATTACHMENT_STATES),
  /** The reason for which it is not in Fiken; "" without one. */
  why: z.string(),
  /** The user's tick; null = by the setting. */
  chosen: z.nullable(z.boolean()),
  /** The size as sent. */
  bytes: z.nullable(z.int()),
  /** True when another attempt may succeed. */
  mayRetry: z.boolean(),
  nextTryAt: z.nullable(z.string()),
})
export type AttachmentAnswer = z.infer<typeof attachmentRow>

export const readAttachments = endpoint({
  method: 'GET',
  path: '/api/transfers/:id/attachments',
  access: 'user',
  shows: ['transfers', 'configuration'],
  summary: 'Vedleggene til en overføring, så langt de er kommet',
  params: byId,
  answer: z.object({
    choice: z.enum(ATTACHMENT_CHOICES),
    /** True when ServiceM8 may be asked for the job's files. */
    allowed: z.boolean(),
    rows: z.array(attachmentRow),
    /** True when the job's files are to be listed, so more rows may come. */
    looking: z.boolean(),
    /** The reason for which they could not be listed. */
    lookWhy: z.string(),
  }),
})

export const findAttachments = endpoint({
  method: 'GET',
  path: '/api/transfers/:id/attachments/found',
  access: 'user',
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
  changes: ['transfers'],
  summary: 'Prøv å sende vedlegg på nytt: ett, eller alle som ikke er i Fiken',
  params: byId,
  body: z.object({ attachmentUuid: z.optional(attachmentUuid) }),
  answer: z.object({ message: z.string() }),
})

/** Answers a picture, hence outside the contracts. */
export const THUMBNAIL_PATH = '/api/transfers/:id/attachments/:attachmentUuid/thumbnail'
export const thumbnailOf = (transferId: string, uuid: string) =>
  THUMBNAIL_PATH.replace(':id', transferId).replace(':attachmentUuid', uuid)
