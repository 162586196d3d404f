import { isDate } from '#shared/dates'
import { readRow } from '../http/row.ts'
import type { Row } from '../http/row.ts'

export interface Organisation {
  organizationNumber: string
  /** The name in capitals, as the register has it; "" for a unit removed from the open data. */
  name: string
  form: string
  /** The postal address, otherwise the business address; null when neither is known. */
  address: { street: string; postalCode: string; city: string; country: string } | null
  vatRegistered: boolean
  /** The end of the unit's operation; null while it operates, as far as the register knows. */
  ended: Ending | null
}

/** The end of a unit's operation. The register gives no reason and no successor (decision 0043). */
export interface Ending {
  kind:
    | 'deleted'
    | 'bankrupt'
    | 'foreign_insolvency'
    | 'forced_winding_up'
    | 'reconstruction'
    | 'winding_up'
  /** The date (yyyy-mm-dd); null when the register gives none. */
  on: string | null
}

export function parseOrganisation(value: unknown): Organisation {
  const fields = readRow('brreg', 'enhet', value)
  const form = fields.raw('organisasjonsform')
  return {
    organizationNumber: fields.requiredText('organisasjonsnummer'),
    name: fields.text('navn').trim(),
    form:
      form === undefined || form === null
        ? ''
        : readRow('brreg', 'organisasjonsform', form).text('kode'),
    // A branch has its address in another field.
    address:
      address(fields.raw('postadresse')) ??
      address(fields.raw('forretningsadresse')) ??
      address(fields.raw('beliggenhetsadresse')),
    vatRegistered: fields.flag('registrertIMvaregisteret', false),
    ended: endingOf(fields),
  }
}

/**
 * Parses a unit removed from the open data by law (status 410, "Fjernet" in the list of changes),
 * of which only the number and the deletion date are left.
 */
export function parseRemoved(value: unknown): Organisation {
  const organisation = parseOrganisation(value)
  return { ...organisation, ended: organisation.ended ?? { kind: 'deleted', on: null } }
}

/** Returns the place in one of a unit's Norwegian addresses; "" without such an address. */
export function parsePlace(value: unknown, kind: 'forretningsadresse' | 'postadresse'): string {
  const found = address(readRow('brreg', 'enhet', value).raw(kind))
  return found && found.country === 'Norge' ? found.city.trim() : ''
}

const FORCED_ON = [
  'tvangsopplostPgaManglendeRegnskapDato',
  'tvangsopplostPgaManglendeDagligLederDato',
  'tvangsopplostPgaManglendeRevisorDato',
  'tvangsopplostPgaMangelfulltStyreDato',
  'tvangsavvikletPgaManglendeSlettingDato',
] as const

function endingOf(fields: Row): Ending | null {
  const closed = (['slettedato', 'nedleggelsesdato'] as const).filter(
    (field) => fields.text(field) !== '',
  )
  if (closed.length > 0 || fields.text('respons_klasse').startsWith('Slettet'))
    return { kind: 'deleted', on: firstDay(fields, closed) }
  if (fields.flag('konkurs', false))
    return { kind: 'bankrupt', on: firstDay(fields, ['konkursdato']) }
  // Foreign insolvency and reconstruction have a date but no flag in the register.
  if (fields.text('underUtenlandskInsolvensbehandlingDato') !== '')
    return {
      kind: 'foreign_insolvency',
      on: firstDay(fields, ['underUtenlandskInsolvensbehandlingDato']),
    }
  if (fields.flag('underTvangsavviklingEllerTvangsopplosning', false))
    return { kind: 'forced_winding_up', on: firstDay(fields, FORCED_ON) }
  if (fields.text('underRekonstruksjonsforhandlingDato') !== '')
    return { kind: 'reconstruction', on: firstDay(fields, ['underRekonstruksjonsforhandlingDato']) }
  if (fields.flag('underAvvikling', false))
    return { kind: 'winding_up', on: firstDay(fields, ['underAvviklingDato']) }
  return null
}

function firstDay(fields: Row, names: readonly string[]): string | null {
  return names.map((name) => fields.text(name)).find(isDate) ?? null
}

function address(value: unknown): Organisation['address'] {
  if (value === undefined || value === null) return null
  const fields = readRow('brreg', 'adresse', value)
  const found = {
    street: fields
      .list('adresse')
      .filter((line) => typeof line === 'string' && line.trim() !== '')
      .join(', '),
    postalCode: fields.text('postnummer'),
    city: fields.text('poststed'),
    country: fields.text('land'),
  }
  // A country alone is not an address.
  return found.street || found.postalCode || found.city ? found : null
}
