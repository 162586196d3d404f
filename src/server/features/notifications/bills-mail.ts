import { formatMonth } from '#shared/dates'
import { renderMail } from '../../platform/mail-template.ts'
import type { Mail } from '../../platform/mail.ts'
import { greeting, screenAt, switchOff, whyUnnamed, type Reader } from './mail-words.ts'

export interface StoppedBills {
  count: number
  examples: readonly { name: string | null; message: string }[]
}

/**
 * Returns the mail about a month's failed bills, for the administrator whose connection sends the
 * bills; null when no bill has failed.
 * @param month yyyy-mm
 */
export function billsMail(
  reader: Reader,
  month: string,
  { count, examples }: StoppedBills,
): Mail | null {
  if (count === 0) return null
  const when = formatMonth(month)
  const bills = count === 1 ? 'Én faktura' : `${count} fakturaer`
  const more = count - examples.length
  return {
    to: reader.email,
    subject: `${bills} til kundene for ${when} har stoppet`,
    ...renderMail({
      blocks: [
        ...greeting(reader),
        `${bills} til kundene av Fakturabro for ${when} har stoppet, og blir ikke laget før det er ordnet${reader.confirmed ? ':' : '.'}`,
        ...(reader.confirmed
          ? [
              {
                list: [
                  ...examples.map(
                    ({ name, message }) => `${name ?? 'En slettet konto'}: ${message}`,
                  ),
                  ...(more > 0 ? [`og ${more} til`] : []),
                ],
              },
            ]
          : whyUnnamed(reader)),
        { button: { text: 'Se fakturaene', href: screenAt(reader, '/admin#fakturaer') } },
        `Ingen faktureres to ganger når du prøver igjen. Du får ikke flere e-poster om ${when} før det er ordnet, selv om flere fakturaer skulle stoppe.`,
      ],
      footer: switchOff(reader),
    }),
  }
}
