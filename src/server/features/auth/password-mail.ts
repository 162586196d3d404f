import { formatDateTime } from '#shared/dates'
import { renderMail } from '../../platform/mail-template.ts'
import type { Mail } from '../../platform/mail.ts'

/** Mails about passwords and addresses, which users cannot switch off. */

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

export function confirmAddressMail(to: string, link: string, hours: number): Mail {
  return {
    to,
    subject: 'Bekreft e-postadressen din i Fakturabro',
    ...renderMail({
      blocks: [
        'Hei,',
        `Noen har skrevet denne adressen på kontoen sin i Fakturabro. Er det deg, så bekreft den, og e-postene sier hvilke kunder og beløp det gjelder. Lenken virker i ${hours} timer:`,
        { button: { text: 'Bekreft e-postadressen', href: link } },
        'Var det ikke deg? Da trenger du ikke å gjøre noe.',
      ],
    }),
  }
}

/**
 * Returns the mail to a former e-mail address that says that the address has changed.
 * @param keeps true when the former address was confirmed, and so still receives mails with
 * customers' data
 */
export function addressChangedMail(to: string, at: Date, help: string, keeps: boolean): Mail {
  const mails = keeps
    ? 'E-post om kundene dine kommer hit til den nye er bekreftet.'
    : 'Den får også e-postene.'
  return {
    to,
    subject: 'E-postadressen din i Fakturabro er endret',
    ...renderMail({
      blocks: [
        'Hei,',
        `Kontoen din i Fakturabro fikk en annen e-postadresse ${formatDateTime(at)}. Herfra logger du inn med den. ${mails}`,
        `Var det ikke deg? Skriv til ${help} med en gang.`,
      ],
    }),
  }
}

export function factorMail(
  to: string,
  at: Date,
  help: string,
  state: 'on' | 'off' | 'reset',
): Mail {
  const what = {
    on: ['slått på', 'Fra nå av trenger du koden fra appen når du logger inn.'],
    off: ['slått av', 'Fra nå av er passordet nok.'],
    reset: [
      'fjernet av den som driver tjenesten',
      'Fra nå av er passordet nok. Slå den gjerne på igjen under Min profil.',
    ],
  } as const
  const [done, then] = what[state]
  return {
    to,
    subject: `Totrinns innlogging til Fakturabro er ${state === 'reset' ? 'fjernet' : done}`,
    ...renderMail({
      blocks: [
        'Hei,',
        `Totrinns innlogging til kontoen din i Fakturabro ble ${done} ${formatDateTime(at)}. ${then}`,
        `Var det ikke deg? Be om nytt passord med en gang, og skriv til ${help}.`,
      ],
    }),
  }
}
