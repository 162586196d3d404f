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
import { users } from '../auth/tables.ts'
import { transfers } from '../transfers/tables.ts'

/** A file of a job that goes with its draft, or about which the user has decided. */
export const jobAttachments = pgTable(
  'job_attachments',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    /** The uuid in ServiceM8, in lower case. */
    attachmentUuid: text('attachment_uuid').notNull(),
    name: text('name').notNull(),
    /** The kind by the file's name. */
    kind: text('kind').$type<ToldKind>().notNull(),
    /** The user's choice; null = as the setting says. */
    chosen: boolean('chosen'),
    state: text('state').$type<AttachmentState>().notNull(),
    /** Why it is not in Fiken, in Norwegian; "" when there is nothing to say. */
    why: text('why').notNull().default(''),
    /** The draft that `state` is about; a new draft gets the file anew. */
    draftUuid: text('draft_uuid'),
    /** The size of the file as it was sent. */
    bytes: integer('bytes'),
    /** Automatic attempts since the last success or act of the user. */
    failures: integer('failures').notNull().default(0),
    nextTryAt: timestamp('next_try_at', { withTimezone: true }),
    /** Written before the file is sent; set as long as it may have arrived without our knowing. */
    askedAt: timestamp('asked_at', { withTimezone: true }),
    /** The file's id in Fiken. */
    fikenId: text('fiken_id'),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    unique('job_attachments_of_transfer').on(t.transferId, t.attachmentUuid),
    index('job_attachments_user').on(t.userId, t.id),
    // Nearly always empty, and read by every tick.
    index('job_attachments_due')
      .on(t.userId, t.nextTryAt)
      .where(sql`${t.state} = 'waiting' and ${t.nextTryAt} is not null`),
  ],
)

/** A transfer whose job's files are to be listed: from when its draft is in Fiken until they are. */
export const attachmentLooks = pgTable(
  'attachment_looks',
  {
    transferId: uuid('transfer_id')
      .primaryKey()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    failures: integer('failures').notNull().default(0),
    /** Null: not before the user acts. */
    nextLookAt: timestamp('next_look_at', { withTimezone: true }),
    /** True when the user must first give access to attachments in ServiceM8. */
    needsConsent: boolean('needs_consent').notNull().default(false),
    /** Why the files could not be listed, in Norwegian. */
    why: text('why').notNull().default(''),
  },
  (t) => [
    index('attachment_looks_user').on(t.userId, t.transferId),
    index('attachment_looks_due')
      .on(t.userId, t.nextLookAt)
      .where(sql`${t.nextLookAt} is not null`),
  ],
)

export type AttachmentRow = typeof jobAttachments.$inferSelect
export type LookRow = typeof attachmentLooks.$inferSelect

export const keepFor: KeepFor = [
  [jobAttachments, { with: transfers }],
  [attachmentLooks, { with: transfers }],
]
