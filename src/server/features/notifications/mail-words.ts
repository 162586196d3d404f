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
  publicUrl: string
}

export const greeting = ({ firstName, companyName }: Reader): string[] => [
  firstName ? `Hei ${firstName},` : 'Hei,',
  ...(companyName === null ? [] : [`Dette gjelder ${companyName}.`]),
]

export const transferCount = (count: number): string =>
  count === 1 ? 'én overføring' : `${count} overføringer`

export function switchOff({ publicUrl }: Reader) {
  return {
    before: 'Du får denne e-posten fordi du har konto i Fakturabro.',
    text: 'Slå den av under Min profil',
    href: `${publicUrl}/profile#varsler`,
  }
}

export const whyUnnamed = ({ confirmed }: Reader): string[] =>
  confirmed
    ? []
    : [
        'E-postadressen din er ikke bekreftet. Derfor står verken kunder eller beløp her. Bekreft den under Min profil.',
      ]
