import { enumerate } from '#shared/norwegian'
import { renderMail } from '../../platform/mail-template.ts'
import type { Mail } from '../../platform/mail.ts'

/** Returns the mail to a member of companies whose owner's account was deleted. */
export function companyDeletedMail(to: string, names: readonly string[]): Mail {
  return {
    to,
    subject: `${enumerate(names)} er slettet i Fakturabro`,
    ...renderMail({
      blocks: [
        'Hei,',
        `Kontoen til eieren er slettet, og med den ${enumerate(names)} i Fakturabro. Du har derfor ikke lenger tilgang til ${names.length === 1 ? 'firmaet' : 'firmaene'} der. Utkast og fakturaer i Fiken er ikke rørt.`,
        'Innloggingen din i Fakturabro er som før.',
      ],
    }),
  }
}
