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

/** One file of a job that is to go with its draft, or that a person has decided about. */
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
    /** ServiceM8's, in lower case. */
    attachmentUuid: text('attachment_uuid').notNull(),
    name: text('name').notNull(),
    /** By its name. */
    kind: text('kind').$type<ToldKind>().notNull(),
    /** A person's tick; null = as the setting says. */
    chosen: boolean('chosen'),
    state: text('state').$type<AttachmentState>().notNull(),
    /** Why it is not in Fiken, in Norwegian; "" when there is nothing to say. */
    why: text('why').notNull().default(''),
    /** The draft that `state` is about; a new draft gets the file anew. */
    draftUuid: text('draft_uuid'),
    /** Of the file as it was sent. */
    bytes: integer('bytes'),
    /** Automatic attempts since the last success or person's act. */
    failures: integer('failures').notNull().default(0),
    nextTryAt: timestamp('next_try_at', { withTimezone: true }),
    /** Written before the file is sent; set as long as it may have arrived without our knowing. */
    askedAt: timestamp('asked_at', { withTimezone: true }),
    /** Fiken's own id of it. */
    fikenId: text('fiken_id'),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    unique('job_attachments_of_transfer').on(t.transferId, t.attachmentUuid),
    index('job_attachments_user').on(t.userId, t.id),
    // Nearly always empty, and looked at by every tick.
    index('job_attachments_due')
      .on(t.userId, t.nextTryAt)
      .where(sql`${t.state} = 'waiting' and ${t.nextTryAt} is not null`),
  ],
)

/**
 * A transfer whose job's files are to be listed: made when the draft is there, gone when it is done.
 */
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
    /** Null: not before a person does something. */
    nextLookAt: timestamp('next_look_at', { withTimezone: true }),
    /** ServiceM8 must agree first. */
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
