import { formatDateTime } from '#shared/dates'
import type { Mail } from '../../platform/mail.ts'

/** The mails about passwords, as text and HTML. Nothing in them is loaded from anywhere. */

export function resetMail(to: string, link: string, minutes: number): Mail {
  return {
    to,
    subject: 'Nytt passord til Fakturabro',
    ...letter(
      [
        'Hei,',
        `Noen har bedt om nytt passord til kontoen din i Fakturabro. Lenken virker i ${minutes} minutter, og bare én gang:`,
      ],
      { text: 'Velg nytt passord', href: link },
      ['Var det ikke deg? Da trenger du ikke å gjøre noe. Passordet ditt er ikke endret.'],
    ),
  }
}

export function passwordChangedMail(to: string, at: Date, help: string): Mail {
  return {
    to,
    subject: 'Passordet ditt i Fakturabro er endret',
    ...letter(
      ['Hei,', `Passordet til kontoen din i Fakturabro ble endret ${formatDateTime(at)}. Alle andre innlogginger er avsluttet.`],
      null,
      [`Var det ikke deg? Be om nytt passord med en gang, og skriv til ${help}.`],
    ),
  }
}

function letter(before: readonly string[], button: { text: string; href: string } | null, after: readonly string[]) {
  const greeting = ['Hilsen Fakturabro']
  const text = [...before, ...(button ? [button.href] : []), ...after, ...greeting].join('\n\n')
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escape(line)}</p>`
  const link = button
    ? `<p style="margin:0 0 16px"><a href="${escape(button.href)}" style="display:inline-block;background:#0b5a52;color:#ffffff;padding:12px 20px;border-radius:8px;text-decoration:none;font-weight:600">${escape(button.text)}</a></p><p style="margin:0 0 16px;font-size:13px">${escape(button.href)}</p>`
    : ''
  const html = `<!doctype html><html lang="nb"><body style="font:16px/1.5 system-ui,sans-serif;color:#1c2321;background:#f6f5f1;margin:0;padding:24px"><div style="max-width:560px;margin:0 auto;background:#ffffff;border-radius:10px;padding:24px">${before.map(paragraph).join('')}${link}${[...after, ...greeting].map(paragraph).join('')}</div></body></html>`
  return { text, html }
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
}
