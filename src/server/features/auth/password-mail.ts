import { formatDateTime } from '#shared/dates'
import { renderMail } from '../../platform/mail-template.ts'
import type { Mail } from '../../platform/mail.ts'

/**
 * The mails about passwords and addresses. They belong to having an account, and cannot be switched
 * off.
 */

export function resetMail(to: string, link: string, minutes: number): Mail {
  return {
    to,
    subject: 'Nytt passord til Fakturabro',
    ...renderMail({
      blocks: [
        'Hei,',
        `Noen har bedt om nytt passord til kontoen din i Fakturabro. Lenken virker i ${minutes} minutter, og bare én gang:`,
        { button: { text: 'Velg nytt passord', href: link } },
        'Var det ikke deg? Da trenger du ikke å gjøre noe. Passordet ditt er ikke endret.',
      ],
    }),
  }
}

export function passwordChangedMail(to: string, at: Date, help: string): Mail {
  return {
    to,
    subject: 'Passordet ditt i Fakturabro er endret',
    ...renderMail({
      blocks: [
        'Hei,',
        `Passordet til kontoen din i Fakturabro ble endret ${formatDateTime(at)}. Alle andre innlogginger er avsluttet.`,
        `Var det ikke deg? Be om nytt passord med en gang, og skriv til ${help}.`,
      ],
    }),
  }
}

/** To the address that the account had. */
export function addressChangedMail(to: string, at: Date, help: string): Mail {
  return {
    to,
    subject: 'E-postadressen din i Fakturabro er endret',
    ...renderMail({
      blocks: [
        'Hei,',
        `Kontoen din i Fakturabro fikk en annen e-postadresse ${formatDateTime(at)}. Herfra logger du inn med den, og den får e-postene.`,
        `Var det ikke deg? Skriv til ${help} med en gang.`,
      ],
    }),
  }
}
