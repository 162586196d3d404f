import type { Sm8Account } from '../world/state.ts'
import { put, seededUuid } from './put.ts'

/**
 * Returns a Norwegian organisation number: the eight given digits and a mod-11 check digit.
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
  parent?: string
  billingAddress?: string
  attention?: string
}

/**
 * The clients, one per line, with the columns: name | organisation number without check digit, or
 * kind | street | place | contact | e-mail | phone.
 */
const ROWS = `
Vestkanten Eiendom AS | 95990001 | Loddefjordveien 2 | 5171 Loddefjord | Silje, Haugen | faktura@vestkanten-eiendom.example | 55 12 30 01
Bryggen Hotell Drift AS | 95990012 | Bryggen 41 | 5003 Bergen | Ørjan, Ådland | regnskap@bryggenhotell.example | 55 12 30 02
Solheim Barnehage SA | 95990020 | Solheimsgaten 15 | 5058 Bergen | Anne, Solheim | styrer@solheimbarnehage.example | 55 12 30 03
Nordnes Bakeri AS | 95990039 | Nordnesgaten 7 | 5005 Bergen | Per, Nordnes | post@nordnesbakeri.example | 55 12 30 04
Åsane Bilverksted AS | 95990047 | Hesthaugveien 20 | 5119 Ulset | Tor Åge, Ås | verksted@aasanebil.example | 55 12 30 05
Fjellsiden Tannlegesenter AS | 95990055 | Skansemyren 3 | 5014 Bergen | Ingrid, Berge | resepsjon@fjellsidentann.example | 55 12 30 06
Laksevåg Kulturhus | 95990063 | Kringsjåveien 92 | 5163 Laksevåg | Marius, Eide | drift@laksevagkultur.example | 55 12 30 07
Sotra Byggservice AS | 95990072 | Sartorvegen 12 | 5353 Straume | Rune, Straume | rune@sotrabygg.example | 56 12 30 08
Fana Frisør DA | 95990087 | Nesttunveien 98 | 5221 Nesttun | Lise, Fana | hei@fanafrisor.example | 55 12 30 09
Osterøy Landhandel AS | 95990095 | Hamrevegen 4 | 5282 Lonevåg | Knut, Hamre | knut@osteroylandhandel.example | 56 12 30 10
Rema Drift Sentrum AS | 95990101 | Strømgaten 8 | 5015 Bergen | Heidi, Drift | heidi@driftsentrum.example | 55 12 30 11
Grieg & Sønner Eiendomsforvaltning AS | 95990128 | C. Sundts gate 17 | 5004 Bergen | Christian, Grieg | faktura@griegsonner.example | 55 12 30 12
Grieg avd. Fyllingsdalen | avdeling | Folke Bernadottes vei 50 | 5147 Fyllingsdalen | Vaktmester, Nord |  | 900 10 001
Grieg avd. Sandviken | avdeling | Sandviksveien 62 | 5035 Bergen | Vaktmester, Sør |  | 900 10 002
Grieg avd. Minde | avdeling | Minde allé 10 | 5068 Bergen | Vaktmester, Midt |  | 900 10 003
Kari Nordmann | privat | Solsideveien 14 | 5098 Bergen | Kari, Nordmann | kari.nordmann@example.no | 901 23 456
Ola Hansen | privat | Kalfarveien 33 | 5018 Bergen | Ola, Hansen | ola.hansen@example.no | 902 34 567
Bjørg Ødegård | privat | Øvregaten 9 B | 5003 Bergen | Bjørg, Ødegård | bjorg@example.no | 903 45 678
Mohammed Ali | privat | Damsgårdsveien 101 | 5160 Laksevåg | Mohammed, Ali | m.ali@example.no | 904 56 789
Åse Sæther | privat | Sædalssvingene 5 | 5099 Bergen | Åse, Sæther |  | 905 67 890
Jan Olsen | privat | Lyngbøveien 77 | 5164 Laksevåg | Jan, Olsen | jan.olsen@example.no | 906 78 901`

const MORE: Record<string, Partial<SeedClient>> = {
  'Vestkanten Eiendom AS': { attention: 'Silje Haugen' },
  'Rema Drift Sentrum AS': {
    billingAddress: 'Rema Drift Sentrum AS\nFakturamottak\nPostboks 451 Sentrum\n5805 Bergen',
  },
}

const ROW =
  /^(.+) \| (\d{8}|avdeling|privat) \| (.+) \| (\d{4}) (.+) \| (.+), (.+) \| (\S+@\S+)? \| (\d[\d ]+)$/

export const CLIENTS: readonly SeedClient[] = ROWS.trim().split('\n').map(readClient)

/** @throws Error for a row that lacks a column or has a malformed one */
function readClient(row: string): SeedClient {
  const columns = ROW.exec(row)
  if (!columns) throw new Error(`Not a client: ${row}`)
  const [, name = '', kind = '', street = '', postcode = '', city = '', ...contact] = columns
  const [first = '', last = '', email = '', phone = ''] = contact
  return {
    name,
    ...(kind === 'privat'
      ? { individual: true as const }
      : kind === 'avdeling'
        ? { parent: 'Grieg & Sønner Eiendomsforvaltning AS' }
        : { organizationNumber: organizationNumber(kind) }),
    street,
    postcode,
    city,
    contact: [first, last, email, phone],
    ...MORE[name],
  }
}

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
