import type { Sm8Account } from '../world/state.ts'
import { put, seededUuid } from './put.ts'

/**
 * Returns a Norwegian organisation number: the eight digits and their mod-11 check digit.
 * @throws Error when no check digit exists
 */
export function organizationNumber(base: string): string {
  const weights = [3, 2, 7, 6, 5, 4, 3, 2]
  const sum = weights.reduce((total, weight, index) => total + weight * Number(base[index]), 0)
  const check = (11 - (sum % 11)) % 11
  if (check === 10) throw new Error(`${base} has no check digit`)
  return `${base}${check}`
}

export interface SeedClient {
  name: string
  organizationNumber?: string
  street: string
  postcode: string
  city: string
  contact: [first: string, last: string, email: string, phone: string]
  individual?: true
  /** The head office's name, for a site. */
  parent?: string
  billingAddress?: string
  attention?: string
}

const org = organizationNumber

/** The tradesperson's clients; the names are invented. */
export const CLIENTS: readonly SeedClient[] = [
  {
    name: 'Vestkanten Eiendom AS',
    organizationNumber: org('95990001'),
    street: 'Loddefjordveien 2',
    postcode: '5171',
    city: 'Loddefjord',
    contact: ['Silje', 'Haugen', 'faktura@vestkanten-eiendom.example', '55 12 30 01'],
    attention: 'Silje Haugen',
  },
  {
    name: 'Bryggen Hotell Drift AS',
    organizationNumber: org('95990012'),
    street: 'Bryggen 41',
    postcode: '5003',
    city: 'Bergen',
    contact: ['Ørjan', 'Ådland', 'regnskap@bryggenhotell.example', '55 12 30 02'],
  },
  {
    name: 'Solheim Barnehage SA',
    organizationNumber: org('95990020'),
    street: 'Solheimsgaten 15',
    postcode: '5058',
    city: 'Bergen',
    contact: ['Anne', 'Solheim', 'styrer@solheimbarnehage.example', '55 12 30 03'],
  },
  {
    name: 'Nordnes Bakeri AS',
    organizationNumber: org('95990039'),
    street: 'Nordnesgaten 7',
    postcode: '5005',
    city: 'Bergen',
    contact: ['Per', 'Nordnes', 'post@nordnesbakeri.example', '55 12 30 04'],
  },
  {
    name: 'Åsane Bilverksted AS',
    organizationNumber: org('95990047'),
    street: 'Hesthaugveien 20',
    postcode: '5119',
    city: 'Ulset',
    contact: ['Tor Åge', 'Ås', 'verksted@aasanebil.example', '55 12 30 05'],
  },
  {
    name: 'Fjellsiden Tannlegesenter AS',
    organizationNumber: org('95990055'),
    street: 'Skansemyren 3',
    postcode: '5014',
    city: 'Bergen',
    contact: ['Ingrid', 'Berge', 'resepsjon@fjellsidentann.example', '55 12 30 06'],
  },
  {
    name: 'Laksevåg Kulturhus',
    organizationNumber: org('95990063'),
    street: 'Kringsjåveien 92',
    postcode: '5163',
    city: 'Laksevåg',
    contact: ['Marius', 'Eide', 'drift@laksevagkultur.example', '55 12 30 07'],
  },
  {
    name: 'Sotra Byggservice AS',
    organizationNumber: org('95990072'),
    street: 'Sartorvegen 12',
    postcode: '5353',
    city: 'Straume',
    contact: ['Rune', 'Straume', 'rune@sotrabygg.example', '56 12 30 08'],
  },
  {
    name: 'Fana Frisør DA',
    organizationNumber: org('95990087'),
    street: 'Nesttunveien 98',
    postcode: '5221',
    city: 'Nesttun',
    contact: ['Lise', 'Fana', 'hei@fanafrisor.example', '55 12 30 09'],
  },
  {
    name: 'Osterøy Landhandel AS',
    organizationNumber: org('95990095'),
    street: 'Hamrevegen 4',
    postcode: '5282',
    city: 'Lonevåg',
    contact: ['Knut', 'Hamre', 'knut@osteroylandhandel.example', '56 12 30 10'],
  },
  {
    name: 'Rema Drift Sentrum AS',
    organizationNumber: org('95990101'),
    street: 'Strømgaten 8',
    postcode: '5015',
    city: 'Bergen',
    contact: ['Heidi', 'Drift', 'heidi@driftsentrum.example', '55 12 30 11'],
    billingAddress: 'Rema Drift Sentrum AS\nFakturamottak\nPostboks 451 Sentrum\n5805 Bergen',
  },
  {
    name: 'Grieg & Sønner Eiendomsforvaltning AS',
    organizationNumber: org('95990128'),
    street: 'C. Sundts gate 17',
    postcode: '5004',
    city: 'Bergen',
    contact: ['Christian', 'Grieg', 'faktura@griegsonner.example', '55 12 30 12'],
  },
  {
    name: 'Grieg avd. Fyllingsdalen',
    parent: 'Grieg & Sønner Eiendomsforvaltning AS',
    street: 'Folke Bernadottes vei 50',
    postcode: '5147',
    city: 'Fyllingsdalen',
    contact: ['Vaktmester', 'Nord', '', '900 10 001'],
  },
  {
    name: 'Grieg avd. Sandviken',
    parent: 'Grieg & Sønner Eiendomsforvaltning AS',
    street: 'Sandviksveien 62',
    postcode: '5035',
    city: 'Bergen',
    contact: ['Vaktmester', 'Sør', '', '900 10 002'],
  },
  {
    name: 'Grieg avd. Minde',
    parent: 'Grieg & Sønner Eiendomsforvaltning AS',
    street: 'Minde allé 10',
    postcode: '5068',
    city: 'Bergen',
    contact: ['Vaktmester', 'Midt', '', '900 10 003'],
  },
  {
    name: 'Kari Nordmann',
    individual: true,
    street: 'Solsideveien 14',
    postcode: '5098',
    city: 'Bergen',
    contact: ['Kari', 'Nordmann', 'kari.nordmann@example.no', '901 23 456'],
  },
  {
    name: 'Ola Hansen',
    individual: true,
    street: 'Kalfarveien 33',
    postcode: '5018',
    city: 'Bergen',
    contact: ['Ola', 'Hansen', 'ola.hansen@example.no', '902 34 567'],
  },
  {
    name: 'Bjørg Ødegård',
    individual: true,
    street: 'Øvregaten 9 B',
    postcode: '5003',
    city: 'Bergen',
    contact: ['Bjørg', 'Ødegård', 'bjorg@example.no', '903 45 678'],
  },
  {
    name: 'Mohammed Ali',
    individual: true,
    street: 'Damsgårdsveien 101',
    postcode: '5160',
    city: 'Laksevåg',
    contact: ['Mohammed', 'Ali', 'm.ali@example.no', '904 56 789'],
  },
  {
    name: 'Åse Sæther',
    individual: true,
    street: 'Sædalssvingene 5',
    postcode: '5099',
    city: 'Bergen',
    contact: ['Åse', 'Sæther', '', '905 67 890'],
  },
  {
    name: 'Jan Olsen',
    individual: true,
    street: 'Lyngbøveien 77',
    postcode: '5164',
    city: 'Laksevåg',
    contact: ['Jan', 'Olsen', 'jan.olsen@example.no', '906 78 901'],
  },
]

export function putClients(
  account: Sm8Account,
  clients: readonly SeedClient[],
  stamp: string,
): void {
  for (const client of clients) {
    const address = `${client.street}\n${client.postcode} ${client.city}`
    const row = put(account, 'company', client.name, {
      name: client.name,
      abn_number: client.organizationNumber ?? '',
      address,
      address_street: client.street,
      address_postcode: client.postcode,
      address_city: client.city,
      address_country: 'Norge',
      billing_address: client.billingAddress ?? address,
      billing_attention: client.attention ?? '0',
      is_individual: client.individual ? 1 : 0,
      parent_company_uuid: client.parent
        ? seededUuid(account.vendor.name, 'company', client.parent)
        : '',
      payment_terms: '14',
      edit_date: stamp,
    })
    const [first, last, email, phone] = client.contact
    const isMobile = phone.startsWith('9')
    put(account, 'companycontact', client.name, {
      company_uuid: row.uuid,
      first,
      last,
      email,
      phone: isMobile ? '' : phone,
      mobile: isMobile ? phone : '',
      type: client.parent ? 'Site Contact' : 'BILLING',
      is_primary_contact: '1',
      edit_date: stamp,
    })
  }
}
