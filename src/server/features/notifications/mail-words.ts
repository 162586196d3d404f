/** Who reads a mail, and where its links lead. */
export interface Reader {
  email: string
  /** Its owner has followed a link that was sent to it: customers and amounts may be named. */
  confirmed: boolean
  firstName: string
  publicUrl: string
}

export const greeting = ({ firstName }: Reader): string =>
  firstName ? `Hei ${firstName},` : 'Hei,'

/** «én overføring», «3 overføringer» */
export const transferCount = (count: number): string =>
  count === 1 ? 'én overføring' : `${count} overføringer`

/** Every mail that is not about the account itself says where it is switched off. */
export function switchOff({ publicUrl }: Reader) {
  return {
    before: 'Du får denne e-posten fordi du har konto i Fakturabro.',
    text: 'Slå den av under Min profil',
    href: `${publicUrl}/profile#varsler`,
  }
}

/** Why a mail names neither customers nor amounts, with what is done about it; nothing where it does. */
export const whyUnnamed = ({ confirmed }: Reader): string[] =>
  confirmed
    ? []
    : [
        'E-postadressen din er ikke bekreftet. Derfor står verken kunder eller beløp her. Bekreft den under Min profil.',
      ]
