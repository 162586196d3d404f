import type { Sandbox } from '#sandbox/start'
import { until } from '../wait.ts'

export interface ReceivedMail {
  from: string
  to: string[]
  subject: string
  text: string
  html: string
}

/** What has arrived for somebody in the sandbox's mailbox, oldest first. */
export function mailsTo(
  { world }: Sandbox,
  email: string,
  subject: string | RegExp = /^/,
): ReceivedMail[] {
  return world.state.mails
    .filter(
      (mail) =>
        mail.to.includes(email) &&
        (typeof subject === 'string' ? mail.subject === subject : subject.test(mail.subject)),
    )
    .toReversed()
}

/** Waits for the mail (the `nth` of that subject). */
export function mailTo(
  sandbox: Sandbox,
  email: string,
  subject: string | RegExp,
  nth = 1,
): Promise<ReceivedMail> {
  return until(
    `mail ${nth} to ${email} about ${subject}`,
    () => mailsTo(sandbox, email, subject)[nth - 1],
  )
}
