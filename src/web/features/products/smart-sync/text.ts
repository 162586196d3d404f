import { formatCount } from '#shared/counts'

const changes = (count: number) => (count === 1 ? '1 endring' : `${formatCount(count)} endringer`)

export const text = {
  button: 'Smart Sync',
  title: 'Smart Sync',
  intro: 'Den eldste siden oppdateres fra den nyeste. Ingenting skrives før du sier ja.',
  introOf: (name: string) =>
    `Den eldste siden av «${name}» oppdateres fra den nyeste. Ingenting skrives før du sier ja.`,
  loading: 'Leser hva som vil endres',
  loadError: 'Kunne ikke lese hva som vil endres',
  tryAgain: 'Prøv igjen',
  nothing: 'Det er ingenting å endre nå.',
  to: {
    fiken: (count: number) => `Endres i Fiken (${formatCount(count)})`,
    servicem8: (count: number) => `Endres i ServiceM8 (${formatCount(count)})`,
  },
  what: { price: 'Pris', stock: 'Lager' },
  becomes: 'blir',
  byDate: 'etter dato',
  byDateWhy:
    'Rader merket «etter dato» avgjøres bare av når siden sist ble endret. Fjern merket ved dem som ikke skal endres.',
  include: (name: string, what: string) => `${what} for ${name}`,
  leftAlone: (count: number) => `Ikke endret (${formatCount(count)})`,
  why: {
    unknown: 'Vi vet ikke hvilken side som er nyest.',
    missing: 'Prisen mangler eller er 0.',
    on_draft: 'Står på et utkast som ikke er fakturert. Fiken trekker antallet når det faktureres.',
    large_change: 'Endringen er over 50 %. Oppdater prisen på raden.',
  },
  later: (count: number) =>
    `${formatCount(count)} til er ikke vist, og skrives ikke nå. Kjør Smart Sync igjen etterpå.`,
  cancel: 'Avbryt',
  close: 'Lukk',
  run: (count: number) => `Gjør ${changes(count)}`,
  failed: 'Feil ved Smart Sync',
  goesOn: 'Smart Sync fortsetter',
  done: 'Smart Sync er ferdig',
} as const
