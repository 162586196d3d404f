import type { Sandbox } from '#sandbox/start'
import { readSession } from '#shared/contracts/auth'
import { confirmEmail, sendConfirmation } from '#shared/contracts/account/confirmed-address'
import type { Visitor } from '../people/browserless.ts'
import { until } from '../wait.ts'

export interface ReceivedMail {
  from: string
  to: string[]
  subject: string
  text: string
  html: string
}

/** Returns the mails to an address in the sandbox's mailbox, oldest first. */
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

export const CONFIRMATION = 'Bekreft e-postadressen din i Fakturabro'

export const tokenIn = (text: string): string => /token=([\w-]+)/.exec(text)?.[1] ?? ''

/** Requests a confirmation mail and follows its link; returns the address. */
export async function confirmOwnAddress(
  { sandbox }: { sandbox: Sandbox },
  visitor: Visitor,
): Promise<string> {
  const { email } = await visitor.call(readSession)
  const before = mailsTo(sandbox, email, CONFIRMATION).length
  await visitor.call(sendConfirmation)
  const { text } = await mailTo(sandbox, email, CONFIRMATION, before + 1)
  await visitor.call(confirmEmail, { body: { token: tokenIn(text) } })
  return email
}
