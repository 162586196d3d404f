import nodemailer from 'nodemailer'
import type { Config } from './config.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
}

/**
 * Outgoing mail. `send` throws when the server refuses the mail; the caller decides what that
 * means.
 */
export interface Mailer {
  send(mail: Mail): Promise<void>
  close(): void
}

/**
 * Short enough that a mail is sent or refused well within the time that its sender has claimed it
 * for.
 */
const PATIENCE = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

/** Without SMTP_URL, `send` rejects: nothing can be sent, and pretending would be worse. */
export function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom'>): Mailer {
  if (!config.smtpUrl) {
    return {
      send: () => Promise.reject(new Error('SMTP_URL is not set')),
      close: () => undefined,
    }
  }
  const transport = nodemailer.createTransport({ url: config.smtpUrl, ...PATIENCE })
  return {
    send: async (mail) => {
      await transport.sendMail({ from: config.mailFrom, ...mail })
    },
    close: () => transport.close(),
  }
}
