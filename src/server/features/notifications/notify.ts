import type { Role } from '#shared/access/roles'
import { storedCause } from '#shared/causes/index'
import { addDays, osloInstant } from '#shared/dates'
import { instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { addressesOf } from '../auth/queries.ts'
import { ownCompaniesOf } from '../own-companies/own-companies.ts'
import { sumOf } from '../transfers/needs-queries.ts'
import { billsMail } from './bills-mail.ts'
import { companiesMail } from './companies-mail.ts'
import { failureMail } from './failure-mail.ts'
import type { Reader } from './mail-words.ts'
import {
  billsMonthOf,
  mailRetryMs,
  mondayOf,
  planNotifications,
  SETTLE_MS,
  notifyAfterMs,
} from './notification-plan.ts'
import { countQueued, countWaitingBills, standingStill, stoppedBills } from './standing-store.ts'
import {
  accountantsWeeks,
  claimNotification,
  deleteNotifications,
  insertNotifications,
  isWanted,
  keepClaim,
  noteSent,
  notificationsOfCauses,
  postponeNotification,
  setGone,
  settleNotification,
  standingOf,
  type ClaimedNotification,
} from './store.ts'
import { summaryMail } from './summary-mail.ts'
import { weekOf } from './summary-store.ts'

/**
 * Updates a company's notifications to match the active causes, and sends the due mails one at a
 * time. Each notification is claimed before its mail is sent and marked as sent afterwards. If the
 * process is killed in between, the mail can be sent twice, but it is never lost.
 */
export async function notifyCompany(
  platform: Platform,
  companyId: string,
  signal: AbortSignal,
): Promise<void> {
  await reconcile(platform, companyId)
  while (!signal.aborted) {
    const notification = await claimNotification(platform.db, companyId, instant(platform.clock))
    if (!notification) return
    await deliver(platform, companyId, notification)
  }
}

async function reconcile(platform: Platform, companyId: string): Promise<void> {
  const now = instant(platform.clock)
  await platform.db.transaction(async (tx) => {
    const { topics, retrying } = await standingOf(tx, companyId)
    const plan = planNotifications(topics, await notificationsOfCauses(tx, companyId), {
      now,
      settleMs: SETTLE_MS,
      retrying,
    })
    await insertNotifications(
      tx,
      plan.begin.map((topic) => ({
        companyId,
        topic,
        nextAt: new Date(now.getTime() + notifyAfterMs(topic)),
        createdAt: now,
      })),
    )
    await setGone(tx, companyId, plan.back, null)
    await setGone(tx, companyId, plan.gone, now)
    await deleteNotifications(tx, companyId, plan.forget)
  })
}

/**
 * Sends the mail to each of the company's people who wants it. Who has got it does not get it again
 * when it is tried again for somebody else.
 */
async function deliver(
  platform: Platform,
  companyId: string,
  { topic, attempts, sentTo }: ClaimedNotification,
): Promise<void> {
  const { db, clock, log } = platform
  const readers = await readersOf(platform, companyId, topic)
  const mailFor = await readFacts(db, companyId, topic)
  let failed = 0
  for (const reader of readers.filter(({ personId }) => !sentTo.includes(personId))) {
    try {
      const mail = await mailFor(reader)
      if (!mail) continue
      await platform.mail.send(mail)
      await noteSent(db, companyId, topic, reader.personId)
    } catch (err) {
      failed += 1
      log.warn({ err, companyId, topic, attempts }, 'a mail was not sent; it is tried again')
      await keepClaim(db, companyId, topic)
    }
  }
  if (failed > 0) {
    const until = new Date(clock.now() + mailRetryMs(attempts))
    return postponeNotification(db, companyId, topic, until)
  }
  await settleNotification(db, companyId, topic, instant(clock))
  log.info({ companyId, topic, people: readers.length }, 'a notification is settled')
}

type ReaderOfCompany = Reader & { personId: string; role: Role }

/** Returns who is mailed: the owner, and accountants, who sit far from the screen. */
async function readersOf(
  { db, config: { publicUrl } }: Platform,
  companyId: string,
  topic: string,
): Promise<ReaderOfCompany[]> {
  const roles: Role[] = billsMonthOf(topic) === null ? ['owner', 'accountant'] : ['owner']
  const people = await addressesOf(db, companyId, roles, isWanted(topic))
  return people.map((person) => ({ ...person, companyId, publicUrl }))
}

type MailFor = (reader: ReaderOfCompany) => Mail | null | Promise<Mail | null>

/** Reads what the mails about a topic tell, once for all readers. */
async function readFacts(db: Db, companyId: string, topic: string): Promise<MailFor> {
  const monday = mondayOf(topic)
  if (monday !== null) {
    const week = await weekBefore(db, companyId, monday)
    return (reader) =>
      reader.role === 'accountant'
        ? accountantsMail(db, reader, { topic, monday })
        : week && summaryMail(reader, monday, week)
  }
  const billed = billsMonthOf(topic)
  if (billed !== null) {
    const bills = await stoppedBills(db, companyId, billed)
    return (reader) => billsMail(reader, billed, bills)
  }
  const cause = storedCause(topic)
  const facts = {
    cause,
    ...(await standingStill(db, companyId, cause)),
    queued: await countQueued(db, companyId),
    needs: await sumOf(db, companyId, 'act'),
    bills: cause === 'fiken_grant_dead' ? await countWaitingBills(db, companyId) : 0,
  }
  return (reader) => failureMail(reader, facts)
}

/**
 * Returns an accountant's one mail of the week, about all their companies; null when it goes with
 * another company's notification, or has gone.
 */
async function accountantsMail(
  db: Db,
  reader: ReaderOfCompany,
  { topic, monday }: { topic: string; monday: string },
): Promise<Mail | null> {
  const weeks = await accountantsWeeks(db, reader.personId, topic)
  const sender = weeks.find(({ isSettled }) => !isSettled)
  if (sender?.id !== reader.companyId || weeks.some(({ isSent }) => isSent)) return null
  const [first, ...more] = weeks.filter(({ isOn }) => isOn)
  if (!first) return null
  if (more.length > 0) {
    const rows = await ownCompaniesOf(db, reader.personId)
    const ids = new Set([first, ...more].map(({ id }) => id))
    return companiesMail(
      reader,
      rows.filter(({ id }) => ids.has(id)),
    )
  }
  const week = await weekBefore(db, first.id, monday)
  const companyName = reader.companyName && first.name
  return week && summaryMail({ ...reader, companyId: first.id, companyName }, monday, week)
}

const weekBefore = (db: Db, companyId: string, monday: string) =>
  weekOf(db, companyId, osloInstant(addDays(monday, -7)), osloInstant(monday))
