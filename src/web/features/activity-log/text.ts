import { formatCount } from '#shared/counts'
import { MOST_COUNTED } from '#shared/contract'

export const text = {
  title: 'Systemlogg',
  count: (total: number) =>
    total > MOST_COUNTED
      ? `Mer enn ${formatCount(MOST_COUNTED)} aktiviteter`
      : total === 1
        ? '1 aktivitet'
        : `${total} aktiviteter`,
  badge: (total: number) =>
    total > MOST_COUNTED ? `${formatCount(MOST_COUNTED)}+` : String(total),
  loadError: 'Kunne ikke laste aktivitet',
  none: 'Ingen aktivitet registrert',
  onlyErrors: 'Bare det som står i feilloggen',
  succeeded: 'Vellykket',
  failed: 'Feilet',
  integrationOn: {
    awaiting_payment: 'Godkjente jobber overføres',
    completed: 'Fullførte jobber overføres',
  },
  types: {
    error: 'Feil',
    oauth: 'Tilkobling',
    integration: 'Integrasjon',
    transfer: 'Overføring',
    webhook: 'Webhook',
    configuration: 'Konfigurasjoner',
  },
} as const
