/** The recipient of a mail, and the base URL of its links. */
export interface Reader {
  email: string
  /**
   * True when the owner has confirmed the address by following a link sent to it, so that the mail
   * may name customers and amounts.
   */
  confirmed: boolean
  firstName: string
  publicUrl: string
}

export const greeting = ({ firstName }: Reader): string =>
  firstName ? `Hei ${firstName},` : 'Hei,'

/** Returns the count in words: «én overføring», «3 overføringer». */
export const transferCount = (count: number): string =>
  count === 1 ? 'én overføring' : `${count} overføringer`

/** Returns the footer of notification mails, which says where to switch the mails off. */
export function switchOff({ publicUrl }: Reader) {
  return {
    before: 'Du får denne e-posten fordi du har konto i Fakturabro.',
    text: 'Slå den av under Min profil',
    href: `${publicUrl}/profile#varsler`,
  }
}

/**
 * Returns the paragraph that explains why a mail names neither customers nor amounts; empty when
 * the address is confirmed.
 */
export const whyUnnamed = ({ confirmed }: Reader): string[] =>
  confirmed
    ? []
    : [
        'E-postadressen din er ikke bekreftet. Derfor står verken kunder eller beløp her. Bekreft den under Min profil.',
      ]
