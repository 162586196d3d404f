import type { Role } from '#shared/access/roles'
import { storedCause } from '#shared/causes/index'
import { addDays, osloInstant } from '#shared/dates'
import { instant } from '../../platform/clock.ts'
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
  noteSent,
  notificationsOfCauses,
  postponeNotification,
  preferencesOf,
  setGone,
  settleNotification,
  standingOf,
  type ClaimedNotification,
} from './store.ts'
import { summaryMail } from './summary-mail.ts'
import { weekOf } from './summary-store.ts'

/**
 * Updates a user's notifications to match the active causes, and sends the due mails one at a time.
 * Each notification is claimed before its mail is sent and marked as sent afterwards. If the
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
  let failed = 0
  const readers = await readersOf(platform, companyId, topic)
  for (const reader of readers.filter(({ personId }) => !sentTo.includes(personId))) {
    try {
      const mail = await mailOf(platform, companyId, topic, reader)
      if (!mail) continue
      await platform.mail.send(mail)
      await noteSent(db, companyId, topic, reader.personId)
    } catch (err) {
      failed += 1
      log.warn({ err, companyId, topic, attempts }, 'a mail was not sent; it is tried again')
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
  const people = await addressesOf(db, companyId, roles)
  return people.map((person) => ({ ...person, companyId, publicUrl }))
}

async function mailOf(
  { db }: Platform,
  companyId: string,
  topic: string,
  reader: ReaderOfCompany,
): Promise<Mail | null> {
  const preferences = await preferencesOf(db, companyId, reader.personId)
  const monday = mondayOf(topic)
  if (monday !== null) {
    const companies =
      reader.role === 'accountant' ? await accountantsWeeks(db, reader.personId) : []
    if (companies.length > 1)
      // One mail about all of them, sent with the first one's.
      return companies[0] === companyId
        ? companiesMail(
            reader,
            (await ownCompaniesOf(db, reader.personId)).filter(({ id }) => companies.includes(id)),
          )
        : null
    const week = preferences.weeklySummary
      ? await weekOf(db, companyId, osloInstant(addDays(monday, -7)), osloInstant(monday))
      : null
    return week && summaryMail(reader, monday, week)
  }
  if (!preferences.failureMail) return null
  const billed = billsMonthOf(topic)
  if (billed !== null) return billsMail(reader, billed, await stoppedBills(db, companyId, billed))
  const cause = storedCause(topic)
  return failureMail(reader, {
    cause,
    ...(await standingStill(db, companyId, cause)),
    queued: await countQueued(db, companyId),
    needs: await sumOf(db, companyId, 'act'),
    bills: cause === 'fiken_grant_dead' ? await countWaitingBills(db, companyId) : 0,
  })
}
