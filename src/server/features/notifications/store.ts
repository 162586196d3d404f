import { and, eq, inArray, isNull, like, ne, notLike, sql, type SQL } from 'drizzle-orm'
import { backlogOf, type Backlog } from '../../platform/queue/backlog.ts'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { BILLS, mondayOf } from './notification-plan.ts'
import { notifications, notificationPreferences } from './tables.ts'

interface Preferences {
  failureMail: boolean
  weeklySummary: boolean
}

const ALL: Preferences = { failureMail: true, weeklySummary: true }

/** Returns the mails about a company that a person wants; all types for who has not chosen. */
export async function preferencesOf(
  db: Db,
  companyId: string,
  personId: string,
): Promise<Preferences> {
  const { failureMail, weeklySummary } = notificationPreferences
  const [row] = await db
    .select({ failureMail, weeklySummary })
    .from(notificationPreferences)
    .where(
      and(
        eq(notificationPreferences.companyId, companyId),
        eq(notificationPreferences.personId, personId),
      ),
    )
  return row ?? ALL
}

/**
 * Returns the condition that a member `m` (addressesOf) wants the mail about the topic. An
 * accountant chooses for each company what the joint weekly mail is about (accountantsWeeks).
 */
export const isWanted = (topic: string): SQL => {
  const isWeek = mondayOf(topic) !== null
  return sql`not exists (select from notification_preferences p
    where p.user_id = m.company_id and p.person_id = m.person_id
      and ${isWeek ? sql`m.role <> 'accountant' and not p.weekly_summary` : sql`not p.failure_mail`})`
}

export interface AccountantsWeek {
  id: string
  name: string
  /** True while the integration is on and the person has not switched this company's mail off. */
  isOn: boolean
  isSettled: boolean
  isSent: boolean
}

/**
 * Returns the companies of an accountant for which this week's mail is planned, in the order in
 * which they may send it: the first that is not settled sends what is on, unless one has sent it.
 * The order depends on nothing that a switch changes, so that no turn sends a second mail and none
 * leaves it to a company that has had its turn.
 */
export async function accountantsWeeks(
  db: Db,
  personId: string,
  topic: string,
): Promise<AccountantsWeek[]> {
  return rowsOf(
    db,
    sql`select m.company_id as id, coalesce(co.name, 'firmaet uten navn') as name,
          c.is_active and coalesce(p.weekly_summary, true) as "isOn",
          n.settled_at is not null as "isSettled", m.person_id = any(n.sent_to) as "isSent"
        from memberships m
        join companies co on co.id = m.company_id and co.is_active
        join notices n on n.user_id = m.company_id and n.topic = ${topic}
        join configurations c on c.user_id = m.company_id
        left join notification_preferences p on p.user_id = m.company_id and p.person_id = m.person_id
        where m.person_id = ${personId} and m.role = 'accountant'
        order by m.company_id`,
  )
}

export async function putPreferences(
  db: Db,
  companyId: string,
  personId: string,
  preferences: Preferences,
  at: Date,
): Promise<void> {
  const values = { ...preferences, updatedAt: at }
  await db
    .insert(notificationPreferences)
    .values({ companyId, personId, ...values })
    .onConflictDoUpdate({
      target: [notificationPreferences.companyId, notificationPreferences.personId],
      set: values,
    })
}

/**
 * Selects the causes that block a company's transfers until the user acts: the codes of failed
 * transfers, the choice of a customer, and connections that must be renewed. Transfers that are
 * retried automatically do not count, except during a vendor's outage, which is mailed after a day
 * (notification-plan.ts) unless the vendor must be connected again. Failed bills count for the
 * company who sends the bills.
 */
const standsStill = sql`not t.skip_transfer and (t.status = 'failed' or (t.status = 'pending' and t.pending_reason = 'ambiguous_customer'))`
const standing = sql`
  select t.user_id, case when t.status = 'failed' then coalesce(t.error_code, 'unknown') else 'recipient_ambiguous' end as topic
    from transfers t where ${standsStill}
  union
  select t.user_id, t.error_code from transfers t
    where not t.skip_transfer and t.status in ('queued', 'processing') and t.error_code in ('fiken_down', 'servicem8_down')
      and not exists (select 1 from connections c
        where c.user_id = t.user_id and c.vendor || '_down' = t.error_code and c.status <> 'connected')
  union
  select c.user_id, c.vendor || '_grant_dead' from connections c where c.status in ('reauth_required', 'refused')
  union
  select s.admin_user_id, ${BILLS}::text || b.month from subscription_settings s
    join subscription_bills b on b.status = 'failed' where s.admin_user_id is not null`

const retrying = sql`select 1 from transfers t where t.user_id = n.user_id and t.status in ('queued', 'processing')
  and not t.skip_transfer and t.retry_count > 0`

export async function companiesWithNews(db: Db, now: Date, settleMs: number): Promise<string[]> {
  const at = now.toISOString()
  const fixedBefore = new Date(now.getTime() - settleMs).toISOString()
  const rows = await rowsOf<{ user_id: string }>(
    db,
    sql`with standing as (${standing})
      select distinct news.user_id from (
        select s.user_id from standing s left join notices n on n.user_id = s.user_id and n.topic = s.topic
          where n.user_id is null or n.gone_at is not null
        union all
        select n.user_id from notices n where n.topic not like 'week:%'
          and (n.gone_at is null or (n.gone_at <= ${fixedBefore}::timestamptz and not exists (${retrying})))
          and not exists (select 1 from standing s where s.user_id = n.user_id and s.topic = n.topic)
        union all
        select n.user_id from notices n where n.settled_at is null and n.gone_at is null and n.next_at <= ${at}::timestamptz
          and (n.claimed_until is null or n.claimed_until < now())
      ) news join companies co on co.id = news.user_id where co.is_active`,
  )
  return rows.map((row) => row.user_id)
}

export interface Standing {
  topics: string[]
  retrying: boolean
}

export async function standingOf(db: Db, companyId: string): Promise<Standing> {
  const topics = await rowsOf<{ topic: string }>(
    db,
    sql`select s.topic from (${standing}) s where s.user_id = ${companyId} order by s.topic`,
  )
  const [again] = await rowsOf<{ yes: boolean }>(
    db,
    sql`select exists (${retrying}) as yes from (select ${companyId}::uuid as user_id) n`,
  )
  return { topics: topics.map((row) => row.topic), retrying: again?.yes === true }
}

export async function notificationsOfCauses(
  db: Db,
  companyId: string,
): Promise<{ topic: string; goneAt: Date | null }[]> {
  return db
    .select({ topic: notifications.topic, goneAt: notifications.goneAt })
    .from(notifications)
    .where(and(eq(notifications.companyId, companyId), notLike(notifications.topic, 'week:%')))
}

/** Inserts notifications; existing notifications are kept unchanged. */
export async function insertNotifications(
  db: Db,
  rows: readonly { companyId: string; topic: string; nextAt: Date; createdAt: Date }[],
): Promise<void> {
  if (rows.length > 0)
    await db
      .insert(notifications)
      .values([...rows])
      .onConflictDoNothing()
}

export async function setGone(
  db: Db,
  companyId: string,
  topics: readonly string[],
  goneAt: Date | null,
): Promise<void> {
  if (topics.length > 0)
    await db.update(notifications).set({ goneAt }).where(ofCompany(companyId, topics))
}

export async function deleteNotifications(
  db: Db,
  companyId: string,
  topics: readonly string[],
): Promise<void> {
  if (topics.length > 0) await db.delete(notifications).where(ofCompany(companyId, topics))
}

const ofCompany = (companyId: string, topics: readonly string[]) =>
  and(eq(notifications.companyId, companyId), inArray(notifications.topic, [...topics]))

/**
 * Deletes the weekly summaries of all other weeks, which either were mailed long ago or are too
 * late to send.
 */
export async function deleteOtherWeeks(db: Db, topic: string): Promise<void> {
  await db
    .delete(notifications)
    .where(and(like(notifications.topic, 'week:%'), ne(notifications.topic, topic)))
}

/**
 * The end of a claim that is taken or extended now. A claim lasts longer than the mail server's
 * timeout (platform/mail.ts), so that two processes never send the same mail at once.
 */
const CLAIM_END = sql`now() + interval '120 seconds'`

export interface ClaimedNotification {
  topic: string
  attempts: number
  /** The people to whom the mail has been sent in an earlier attempt. */
  sentTo: string[]
}

/**
 * Claims one of the company's due mails for two minutes, in a single SQL statement, so that two
 * processes never claim the same mail.
 */
export async function claimNotification(
  db: Db,
  companyId: string,
  now: Date,
): Promise<ClaimedNotification | null> {
  const [row] = await rowsOf<ClaimedNotification>(
    db,
    sql`update notices set claimed_until = ${CLAIM_END}, attempts = attempts + 1
        where user_id = ${companyId} and topic = (
          select n.topic from notices n where n.user_id = ${companyId} and n.settled_at is null and n.gone_at is null
            and n.next_at <= ${now.toISOString()}::timestamptz and (n.claimed_until is null or n.claimed_until < now())
          order by n.next_at, n.topic limit 1 for update skip locked)
        returning topic, attempts, sent_to as "sentTo"`,
  )
  return row ?? null
}

export async function settleNotification(
  db: Db,
  companyId: string,
  topic: string,
  at: Date,
): Promise<void> {
  await db
    .update(notifications)
    .set({ settledAt: at, claimedUntil: null })
    .where(and(eq(notifications.companyId, companyId), eq(notifications.topic, topic)))
}

export async function postponeNotification(
  db: Db,
  companyId: string,
  topic: string,
  until: Date,
): Promise<void> {
  await db
    .update(notifications)
    .set({ nextAt: until, claimedUntil: null })
    .where(
      and(
        eq(notifications.companyId, companyId),
        eq(notifications.topic, topic),
        isNull(notifications.settledAt),
      ),
    )
}

/** Notes that the mail has been sent to a person, and keeps the claim for the next one's. */
export async function noteSent(
  db: Db,
  companyId: string,
  topic: string,
  personId: string,
): Promise<void> {
  await db
    .update(notifications)
    .set({
      sentTo: sql`array_append(${notifications.sentTo}, ${personId}::uuid)`,
      claimedUntil: CLAIM_END,
    })
    .where(ofCompany(companyId, [topic]))
}

/** Extends the claim, because a mail server that refuses can take a minute for each mail. */
export async function keepClaim(db: Db, companyId: string, topic: string): Promise<void> {
  await db
    .update(notifications)
    .set({ claimedUntil: CLAIM_END })
    .where(ofCompany(companyId, [topic]))
}

export function backlogOfNotices(db: Db, now: Date): Promise<Backlog> {
  return backlogOf(
    db,
    now,
    sql`select n.next_at as since from notices n join companies co on co.id = n.user_id and co.is_active
        where n.settled_at is null and n.gone_at is null`,
  )
}
