import type { RegisterUnit } from '../world/state.ts'
import type { SeedClient } from './clients.ts'

export function registerUnits(clients: readonly SeedClient[]): RegisterUnit[] {
  return clients.flatMap((client) =>
    client.organizationNumber ? [unit(client, client.organizationNumber)] : [],
  )
}

export function unit(
  client: Pick<SeedClient, 'name' | 'street' | 'postcode' | 'city'>,
  organizationNumber: string,
): RegisterUnit {
  const isLimited = client.name.endsWith(' AS')
  const isCooperative = client.name.startsWith('Borettslaget') || client.name.endsWith(' SA')
  const form = isLimited
    ? { kode: 'AS', beskrivelse: 'Aksjeselskap' }
    : isCooperative
      ? {
          kode: client.name.endsWith(' SA') ? 'SA' : 'BRL',
          beskrivelse: client.name.endsWith(' SA') ? 'Samvirkeforetak' : 'Borettslag',
        }
      : { kode: 'FLI', beskrivelse: 'Forening/lag/innretning' }
  const address = {
    land: 'Norge',
    landkode: 'NO',
    postnummer: client.postcode,
    poststed: client.city.toUpperCase(),
    adresse: [client.street],
    kommune: 'BERGEN',
    kommunenummer: '4601',
  }
  return {
    organisasjonsnummer: organizationNumber,
    navn: client.name.toUpperCase(),
    organisasjonsform: { ...form, _links: {} },
    registreringsdatoEnhetsregisteret: '2015-03-02',
    registrertIMvaregisteret: isLimited,
    naeringskode1: { kode: '43.220', beskrivelse: 'VVS-arbeid' },
    harRegistrertAntallAnsatte: true,
    antallAnsatte: 7,
    forretningsadresse: address,
    postadresse: address,
    stiftelsesdato: '2015-02-10',
    registrertIForetaksregisteret: isLimited,
    registrertIStiftelsesregisteret: false,
    registrertIFrivillighetsregisteret: false,
    konkurs: false,
    underAvvikling: false,
    underTvangsavviklingEllerTvangsopplosning: false,
    maalform: 'Bokmål',
  }
}
