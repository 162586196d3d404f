import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AttachmentState, ToldKind } from '#shared/attachments'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { companyColumn } from '../auth/tables.ts'
import { transfers } from '../transfers/tables.ts'

export const jobAttachments = pgTable(
  'job_attachments',
  {
    id: uuid('id').primaryKey(),
    companyId: companyColumn(),
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    /** The file's uuid in ServiceM8, in lower case. */
    attachmentUuid: text('attachment_uuid').notNull(),
    name: text('name').notNull(),
    kind: text('kind').$type<ToldKind>().notNull(),
    /** The user's choice whether the file is sent; null to follow the setting. */
    chosen: boolean('chosen'),
    state: text('state').$type<AttachmentState>().notNull(),
    /** The reason, in Norwegian, why the file is not in Fiken; "" when there is none. */
    why: text('why').notNull().default(''),
    /** The draft to which `state` refers; the file is sent again to a new draft. */
    draftUuid: text('draft_uuid'),
    bytes: integer('bytes'),
    /** The number of automatic attempts since the last success or the user's last action. */
    failures: integer('failures').notNull().default(0),
    nextTryAt: timestamp('next_try_at', { withTimezone: true }),
    askedAt: timestamp('asked_at', { withTimezone: true }),
    fikenId: text('fiken_id'),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    unique('job_attachments_of_transfer').on(t.transferId, t.attachmentUuid),
    index('job_attachments_user').on(t.companyId, t.id),
    // This index is nearly always empty, and read by every tick.
    index('job_attachments_due')
      .on(t.companyId, t.nextTryAt)
      .where(sql`${t.state} = 'waiting' and ${t.nextTryAt} is not null`),
  ],
)

/**
 * The transfers whose job's files are to be listed. A row exists from when the draft is in Fiken
 * until the files are listed.
 */
export const attachmentLooks = pgTable(
  'attachment_looks',
  {
    transferId: uuid('transfer_id')
      .primaryKey()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    companyId: companyColumn(),
    failures: integer('failures').notNull().default(0),
    /**
     * The time of the next attempt to list the files; null when the listing waits for the user's
     * action.
     */
    nextLookAt: timestamp('next_look_at', { withTimezone: true }),
    needsConsent: boolean('needs_consent').notNull().default(false),
    why: text('why').notNull().default(''),
  },
  (t) => [
    index('attachment_looks_user').on(t.companyId, t.transferId),
    index('attachment_looks_due')
      .on(t.companyId, t.nextLookAt)
      .where(sql`${t.nextLookAt} is not null`),
  ],
)

export type AttachmentRow = typeof jobAttachments.$inferSelect
export type LookRow = typeof attachmentLooks.$inferSelect

export const keepFor: KeepFor = [
  [jobAttachments, { with: transfers }],
  [attachmentLooks, { with: transfers }],
]
