import type { Searchable } from '../../features/help/help-search.ts'

interface Setting extends Searchable {
  title: string
  href: string
}

const setting = (title: string, href: string, more = ''): Setting => ({
  title,
  href,
  words: `${title} ${more}`,
})

/** The settings that the palette finds, with other words for them. Titles are those of the cards. */
export const SETTINGS: readonly Setting[] = [
  setting('ServiceM8', '/configuration#servicem8', 'koble til autoriser konto jobber som hentes'),
  setting('Fiken', '/configuration#fiken', 'koble til autoriser selskap'),
  setting('Standard bankkonto', '/configuration#bankkonto', 'kontonummer'),
  setting(
    'Fakturaopprettelse',
    '/configuration#fakturaopprettelse',
    'utkast fakturatekst produkter',
  ),
  setting('Automatisk overføring', '/configuration#integrasjon', 'slå på av integrasjonsstatus'),
  setting('Vedlegg', '/configuration#vedlegg', 'bilder pdf'),
  setting('Betaling', '/configuration#betaling', 'betalt innbetaling'),
  setting('MVA-tabell', '/configuration#mva', 'moms sats mva-type konto'),
  setting('Kontoregler', '/configuration#kontoregler', 'inntektskonto'),
  setting(
    'Kunder og henting',
    '/configuration#flere-valg',
    'avansert kundenavn gjenkjenn synkronisering',
  ),
  setting('Hvor likt navnet må være (50–100)', '/configuration#likhet', 'kundenavn likhet'),
  setting('Webhooks', '/configuration#webhooks', 'varsler fra servicem8'),
  setting('Samlefaktura', '/customers#samlefaktura', 'flere jobber på én faktura'),
  setting('Passord', '/profile', 'endre passord innlogging'),
  setting('Totrinns innlogging', '/profile#totrinn', 'kode tofaktor'),
  setting('E-postvarsler', '/profile#varsler', 'mail ukentlig oppsummering'),
]
