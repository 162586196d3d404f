import { formatCount } from '#shared/counts'

const values = (count: number) => (count === 1 ? '1 tall' : `${formatCount(count)} tall`)

export const text = {
  menu: 'Fil',
  save: 'Last ned som CSV',
  read: 'Les inn fra CSV …',
  name: (day: string) => `produkter-${day}.csv`,
  title: 'Les inn priser og lager',
  intro:
    'Last ned produktlisten, endre priser og lager i Excel, og velg filen her. Du ser hva som blir endret før noe skrives.',
  field: 'Fil med produkter',
  hint: 'CSV, høyst 4 MB. Tomme felt endrer ingenting.',
  tooLarge: 'Filen er for stor. Den kan være høyst 4 MB.',
  unreadable: 'Filen kunne ikke leses.',
  loading: 'Leser filen',
  nothing: 'Filen har ingen andre priser eller antall enn systemene.',
  changes: (count: number) => `Blir endret (${formatCount(count)})`,
  unchanged: (count: number) =>
    count === 1 ? '1 linje er som før.' : `${formatCount(count)} linjer er som før.`,
  problems: (count: number) => `Brukes ikke (${formatCount(count)})`,
  line: (line: number) => `Linje ${formatCount(line)}`,
  more: (count: number) => `og ${formatCount(count)} til`,
  what: {
    price: { fiken: 'Pris i Fiken', servicem8: 'Pris i ServiceM8' },
    stock: { fiken: 'Lager i Fiken', servicem8: 'Lager i ServiceM8' },
  },
  large: 'over 50 %',
  largeWhy:
    'Priser som endres med mer enn halvparten, er ikke valgt. Velg dem hvis de skal skrives.',
  later: (count: number) =>
    `${formatCount(count)} til er ikke vist, og skrives ikke nå. Les inn filen igjen når disse er skrevet.`,
  include: (what: string, name: string) => `${what} for ${name}`,
  becomes: 'blir',
  cancel: 'Avbryt',
  close: 'Lukk',
  write: (count: number) => `Skriv ${values(count)}`,
  started: 'Tallene er satt i kø',
  failed: 'Filen ble ikke skrevet',
  done: 'Tallene fra filen er skrevet',
} as const
