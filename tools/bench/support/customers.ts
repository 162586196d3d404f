import type { Contact } from '#clients/fiken/types'
import type { Recipient } from '#server/features/customers/reading/recipient'
import { isOrganizationName, nameKey } from '#shared/names'
import { emailAddress, phoneNumber } from '#shared/norwegian'
import { pick, seededRandom, type Random } from '#sandbox/world/random'
import { aRecipient } from '#test/support/people/recipients'
import { aFikenContact } from '#test/support/vendors/vendor-objects'

const GIVEN =
  'Ola Kari Per Anne Jan Marit Åse Silje Hilde Lars Ingrid Bjørn Solveig Knut Randi Svein Turid Odd Liv Geir Tone Morten Unni Øyvind Grete Håkon Berit Terje Astrid Magnus Nina Eirik Heidi Jonas Camilla Anders Ragnhild Stian Vigdis Tor Gunn'.split(
    ' ',
  )
const SURNAMES =
  'Nordmann Hansen Johansen Olsen Larsen Andersen Pedersen Nilsen Kristiansen Jensen Karlsen Johnsen Pettersen Eriksen Berg Haugen Hagen Johannessen Andreassen Jacobsen Dahl Jørgensen Halvorsen Henriksen Lund Sørensen Jakobsen Moen Gundersen Iversen Strand Solberg Svendsen Eide Knutsen Martinsen Paulsen Bakken Kristoffersen Mathisen Lie Amundsen Nguyen Rasmussen Lunde Solheim Berge Nygård Moe Fredriksen Bakke Kristensen Lien Holm Andresen Vik Christensen Hauge Håland Knudsen Bjørnstad Ødegård Evensen Sæther Aas'.split(
    ' ',
  )
const PLACES =
  'Solsiden Fagertun Breidablikk Granlia Myrdal Nordvik Sletten Haugen Åsbråten Lyngbø Kråkenes Tertnes Hestnes Sjøfronten Fana Åsane Sandnes Hamar Voss Molde Bodø Tromsø Skien Larvik Moss Lørenskog Ski Drammen Halden Narvik Alta Førde Stord Bryne Egersund Grimstad Arendal Risør Kragerø Notodden'.split(
    ' ',
  )
/** Patterns for names of firms: @ is a place, $ a surname and # a number. */
const FIRMS = [
  '@ Rør AS',
  '$ & $ Elektro AS',
  'Malermester $ AS',
  '@ Bygg & Eiendom AS',
  '$ Eiendom ANS',
  'Borettslaget @ #',
  'Sameiet @ #',
  'Sameiet $gata #',
  'Tannlege $ og $ DA',
  '@ Velforening',
  '@ Barnehage SA',
  '@ kommune, avdeling #',
]

/** The clients in ServiceM8 and the contacts in Fiken. Half of the clients are also contacts. */
export interface AddressBooks {
  recipients: Recipient[]
  contacts: Contact[]
}

/** Returns the same address books each time: people and organisations, some with the same name. */
export function addressBooks(size: number): AddressBooks {
  const random = seededRandom(size)
  const contacts = Array.from({ length: size }, (_, contactId) =>
    aFikenContact({
      contactId,
      name: nameOf(random),
      email: random() < 0.6 ? `kunde${contactId}@epost.example` : '',
      phone: random() < 0.5 ? String(40_000_000 + contactId) : '',
    }),
  )
  const recipients = contacts.map((contact, index) => {
    const isKnown = index % 2 === 0
    const name = isKnown ? rewritten(contact.name, random) : nameOf(random)
    return aRecipient({
      name,
      key: nameKey(name),
      address: null,
      clientUuid: `client-${index}`,
      memberNumber: `client-${index}`,
      organizationNumber: null,
      isOrganization: isOrganizationName(name),
      email: isKnown && random() < 0.7 ? emailAddress(contact.email) : null,
      phone: isKnown ? phoneNumber(contact.phone) : null,
    })
  })
  return { recipients, contacts }
}

function nameOf(random: Random): string {
  const given = () => pick(random, GIVEN)
  const surname = () => pick(random, SURNAMES)
  if (random() < 0.6) {
    const middle = random() < 0.4 ? `${pick(random, [given, surname])()} ` : ''
    return `${given()} ${middle}${surname()}`
  }
  return pick(random, FIRMS)
    .replace('@', pick(random, PLACES))
    .replaceAll('$', surname)
    .replace('#', String(1 + Math.floor(random() * 60)))
}

/** Returns another spelling: unchanged, capitals, surname first or a letter missing. */
function rewritten(name: string, random: Random): string {
  const how = random()
  if (how < 0.6) return name
  if (how < 0.8) return name.toUpperCase()
  if (how < 0.9) return name.replace(/^(.*) (\S+)$/, '$2, $1')
  const at = 1 + Math.floor(random() * (name.length - 1))
  return name.slice(0, at) + name.slice(at + 1)
}
