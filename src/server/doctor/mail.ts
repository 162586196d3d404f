import nodemailer from 'nodemailer'
import type { Config } from '../platform/config.ts'
import { sheet, type Finding } from './finding.ts'

const PATIENCE_MS = 10_000

/** Checks the mail settings by logging in to the mail server; sends no mail. */
export async function mail({ smtpUrl, mailFrom, production }: Config): Promise<Finding[]> {
  const { ok, warning, problem, findings } = sheet('mail')
  if (smtpUrl === '') {
    problem(
      'SMTP_URL is not set: nobody can make a new password, and nobody is told of failures.',
      'Set it to smtp://user:password@host:587 or smtps://… of your mail provider.',
    )
    return findings
  }
  const from = /@([^>\s]+)>?\s*$/.exec(mailFrom)?.[1] ?? ''
  if (from === '' || (production && /\.(test|example|invalid)$/i.test(from)))
    problem(
      `MAIL_FROM is ${mailFrom}, whose domain is not yours.`,
      'Set it to an address of a domain for which the mail server may send (SPF and DKIM).',
    )
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  })
  try {
    await transport.verify()
    ok('The mail server answers and lets us in.')
    if (/^smtp:/.test(smtpUrl) && /^smtp:\/\/[^@]*:[^@]*@[^/]*:25(\/|$)/.test(smtpUrl))
      warning('A password travels to port 25.', 'Use port 587 or smtps://…')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'EAUTH')
      problem('The mail server refuses the user or password of SMTP_URL.', 'Correct them.')
    else if (code === 'EDNS')
      problem(
        `No machine is called ${new URL(smtpUrl).hostname}, which SMTP_URL names.`,
        'Correct the name, or ask whether this machine may look names up (resolvectl status).',
      )
    else
      problem(
        `The mail server cannot be used (${code || String(error)}).`,
        'Are host and port right? Many hosts close port 25: use 587.',
      )
  } finally {
    transport.close()
  }
  return findings
}
