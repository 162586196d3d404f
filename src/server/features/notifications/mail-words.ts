/** The recipient of a mail, and the base of its links. */
export interface Reader {
  email: string
  /**
   * True when the owner has followed a link sent to the address, so that customers and amounts may
   * be named.
   */
  confirmed: boolean
  firstName: string
  publicUrl: string
}

export const greeting = ({ firstName }: Reader): string =>
  firstName ? `Hei ${firstName},` : 'Hei,'

/** The count in words: «én overføring», «3 overføringer». */
export const transferCount = (count: number): string =>
  count === 1 ? 'én overføring' : `${count} overføringer`

/**
 * The footer of every mail that is not about the account itself, saying where it is switched off.
 */
export function switchOff({ publicUrl }: Reader) {
  return {
    before: 'Du får denne e-posten fordi du har konto i Fakturabro.',
    text: 'Slå den av under Min profil',
    href: `${publicUrl}/profile#varsler`,
  }
}

/**
 * The paragraph explaining why a mail names neither customers nor amounts; none when the address is
 * confirmed.
 */
export const whyUnnamed = ({ confirmed }: Reader): string[] =>
  confirmed
    ? []
    : [
        'E-postadressen din er ikke bekreftet. Derfor står verken kunder eller beløp her. Bekreft den under Min profil.',
      ]
