import type { RegisterUnit } from '../world/state.ts'
import { organizationNumber } from './clients.ts'

export const ODD_UNITS = {
  bankrupt: organizationNumber('95992003'),
  windingUp: organizationNumber('95992011'),
  forced: organizationNumber('95992020'),
  reconstruction: organizationNumber('95992143'),
  deleted: organizationNumber('95992038'),
  merged: organizationNumber('95992047'),
  removed: organizationNumber('95992054'),
  chain: organizationNumber('95992062'),
  branch: organizationNumber('95992071'),
  closedBranch: organizationNumber('95992089'),
  association: organizationNumber('95992097'),
  foreign: organizationNumber('95992100'),
  soleTrader: organizationNumber('95992119'),
  cooperative: organizationNumber('95992128'),
  noAddress: organizationNumber('95992135'),
} as const

const n = ODD_UNITS

export function oddUnits(): RegisterUnit[] {
  return [
    {
      ...limited(n.bankrupt, 'HAVBRYN MALERFORRETNING AS', ['Havnegata 3', '5501', 'HAUGESUND']),
      konkurs: true,
      konkursdato: '2026-05-04',
    },
    {
      ...limited(n.windingUp, 'STILLE BRYGGE DRIFT AS', ['Bryggeveien 11', '5200', 'OS']),
      underAvvikling: true,
      underAvviklingDato: '2026-03-17',
    },
    {
      ...limited(n.forced, 'UTEN REGNSKAP HOLDING AS', ['Bakvegen 9', '5700', 'VOSS']),
      underTvangsavviklingEllerTvangsopplosning: true,
      tvangsopplostPgaManglendeRegnskapDato: '2026-02-10',
    },
    {
      ...limited(n.reconstruction, 'HALVVEIS BYGG AS', ['Kaigaten 4', '5015', 'BERGEN']),
      underRekonstruksjonsforhandlingDato: '2026-03-01',
    },
    gone(n.deleted, 'GAMLE NORDNES RØR AS', AS, '2024-03-12'),
    // Merged into Vestkanten Eiendom AS; nothing in the open data says so.
    gone(n.merged, 'LODDEFJORD UTLEIE AS', AS, '2025-11-30'),
    { organisasjonsnummer: n.removed, navn: '', slettedato: '2023-08-21', fjernet: true },
    {
      ...limited(n.chain, 'FJORDKJØP DAGLIGVARE ASA', ['Lagerveien 1', '4033', 'STAVANGER']),
      organisasjonsform: form('ASA', 'Allmennaksjeselskap'),
      postadresse: address('Postboks 290', '4066', 'STAVANGER'),
    },
    {
      ...base(n.branch, 'FJORDKJØP DAGLIGVARE ASA AVD ÅSANE', form('BEDR', 'Underenhet')),
      overordnetEnhet: n.chain,
      oppstartsdato: '2019-06-01',
      beliggenhetsadresse: address('Åsane Senter 16', '5116', 'ULSET'),
    },
    gone(
      n.closedBranch,
      'FJORDKJØP DAGLIGVARE ASA AVD OS',
      form('BEDR', 'Underenhet'),
      '2025-01-31',
    ),
    {
      ...base(n.association, 'IL SNØGG OG GLAD', form('FLI', 'Forening/lag/innretning')),
      registrertIFrivillighetsregisteret: true,
      forretningsadresse: address('c/o Kari Moe', '5251', 'SØREIDGREND'),
    },
    {
      // A branch of a foreign company, with a foreign postal address and no Norwegian postcode.
      ...base(
        n.foreign,
        'ÖRESUND PUMPTEKNIK AB NUF',
        form('NUF', 'Norskregistrert utenlandsk foretak'),
      ),
      registrertIMvaregisteret: true,
      postadresse: {
        land: 'Sverige',
        landkode: 'SE',
        poststed: 'SE-211 20 MALMÖ',
        adresse: ['Skeppsbron 2'],
      },
    },
    {
      ...base(n.soleTrader, 'OLE-JAKOB LI SNEKKER OG TØMRER', form('ENK', 'Enkeltpersonforetak')),
      forretningsadresse: address('Liavegen 40', '8610', 'MO I RANA'),
    },
    {
      ...base(n.cooperative, 'BORETTSLAGET FURUTOPPEN II', form('BRL', 'Borettslag')),
      forretningsadresse: address('c/o Bergen Forvaltning AS, Postboks 77', '5803', 'BERGEN'),
    },
    base(n.noAddress, 'SAMEIET UTEN POSTKASSE', form('ESEK', 'Eierseksjonssameie')),
  ]
}

type Form = NonNullable<RegisterUnit['organisasjonsform']>

const form = (kode: string, beskrivelse: string): Form => ({ kode, beskrivelse, _links: {} })
const AS = form('AS', 'Aksjeselskap')

function base(organisasjonsnummer: string, navn: string, organisasjonsform: Form): RegisterUnit {
  return {
    organisasjonsnummer,
    navn,
    organisasjonsform,
    registreringsdatoEnhetsregisteret: '2012-09-03',
    registrertIMvaregisteret: false,
    harRegistrertAntallAnsatte: false,
    registrertIForetaksregisteret: false,
    registrertIStiftelsesregisteret: false,
    registrertIFrivillighetsregisteret: false,
    konkurs: false,
    underAvvikling: false,
    underTvangsavviklingEllerTvangsopplosning: false,
    maalform: 'Bokmål',
  }
}

function limited(
  number: string,
  name: string,
  at: [street: string, postcode: string, city: string],
): RegisterUnit {
  return {
    ...base(number, name, AS),
    registrertIMvaregisteret: true,
    registrertIForetaksregisteret: true,
    stiftelsesdato: '2012-08-15',
    forretningsadresse: address(...at),
  }
}

/** Returns a deleted unit with the fields that the register keeps. */
function gone(
  organisasjonsnummer: string,
  navn: string,
  organisasjonsform: Form,
  slettedato: string,
): RegisterUnit {
  return { organisasjonsnummer, navn, organisasjonsform, slettedato }
}

function address(street: string, postnummer: string, poststed: string) {
  return { land: 'Norge', landkode: 'NO', postnummer, poststed, adresse: [street] }
}
