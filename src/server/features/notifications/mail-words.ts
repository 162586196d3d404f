import { COMPANY_PARAMETER } from '#shared/access/company-name'

export interface Reader {
  email: string
  /**
   * True when the owner of the address has confirmed it by following a link sent there, so that the
   * mail can name customers and amounts.
   */
  confirmed: boolean
  firstName: string
  /** The name of the company, for who has several companies; null for who has only this one. */
  companyName: string | null
  companyId: string
  publicUrl: string
}

/** Returns the address of one of our screens, for the company if the reader has several. */
export function screenAt({ publicUrl, companyName, companyId }: Reader, path: string): string {
  const address = new URL(path, publicUrl)
  if (companyName !== null) address.searchParams.set(COMPANY_PARAMETER, companyId)
  return address.href
}

export const greeting = ({ firstName, companyName }: Reader): string[] => [
  firstName ? `Hei ${firstName},` : 'Hei,',
  ...(companyName === null ? [] : [`Dette gjelder ${companyName}.`]),
]

export const transferCount = (count: number): string =>
  count === 1 ? 'én overføring' : `${count} overføringer`

export function switchOff(reader: Reader) {
  return {
    before: 'Du får denne e-posten fordi du har konto i Fakturabro.',
    text: 'Slå den av under Min profil',
    href: screenAt(reader, '/profile#varsler'),
  }
}

export const whyUnnamed = ({ confirmed }: Reader): string[] =>
  confirmed
    ? []
    : [
        'E-postadressen din er ikke bekreftet. Derfor står verken kunder eller beløp her. Bekreft den under Min profil.',
      ]
