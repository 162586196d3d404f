import type { Contact } from '#clients/fiken/types'
import { decideRecipient } from '#server/features/customers/recipient'
import { matchContact } from '#server/features/customers/match'
import { aClient, aClientContact, aFikenContact } from '../support/vendors/vendor-objects.ts'
import type { LabelledClient, LabelledPairs, Party } from './pairs.ts'

/**
 * What the matcher made of a client, against the label. `wrong`: linked to somebody else, which
 * must never be. `first`: a person is asked, and the right one is on top. `missed`: the right one
 * is further down, or a new contact would be made. `none`: rightly linked to nobody.
 */
export type Verdict = 'linked' | 'first' | 'missed' | 'none' | 'wrong'

export interface Judged extends LabelledClient {
  verdict: Verdict
  /** Whom the client was linked to, or who is on top. */
  found: string
}

/** Each client against all contacts, as in an account that has them all. */
export function judge({ clients, contacts }: LabelledPairs): Judged[] {
  const book = contacts.map(contactOf)
  return clients.map((one, index) => ({ ...one, ...verdictOf(one, index, book) }))
}

function verdictOf(
  { client, contact }: LabelledClient,
  index: number,
  contacts: readonly Contact[],
): Pick<Judged, 'verdict' | 'found'> {
  const match = matchContact({
    recipient: recipientOf(client, `client-${index}`),
    linkedContactId: null,
    contacts,
    settings: { enableFuzzyCustomerMatch: true, customerMatchThreshold: 90 },
  })
  if (match.kind === 'link') {
    const found = match.contact?.name ?? ''
    return { verdict: match.contactId === contact ? 'linked' : 'wrong', found }
  }
  const [top] = match.kind === 'ambiguous' ? match.candidates : []
  if (contact === null) return { verdict: 'none', found: top?.name ?? '' }
  return { verdict: top?.contactId === contact ? 'first' : 'missed', found: top?.name ?? '' }
}

/** By way of the pipeline's own reading, from the client's address as ServiceM8 has it. */
export function recipientOf(party: Party, uuid: string) {
  const address = party.street ? `${party.street}\n${party.postcode} ${party.city}` : ''
  const result = decideRecipient({
    job: { billingAddress: '', jobAddress: '', geo: null },
    client: aClient({
      uuid,
      name: party.name,
      organizationNumber: party.organizationNumber,
      address,
      street: party.street,
      postalCode: party.postcode,
      city: party.city,
    }),
    headOffice: null,
    jobContacts: [],
    clientContacts: [
      aClientContact({
        ownerUuid: uuid,
        email: party.email,
        mobile: party.phone,
        first: '',
        last: '',
      }),
    ],
    override: null,
  })
  if (!result.ok) throw new Error(`${party.name} is no recipient: ${result.problem.code}`)
  return result.recipient
}

export function contactOf(party: Party, contactId: number): Contact {
  return aFikenContact({
    contactId,
    name: party.name,
    email: party.email,
    phone: party.phone,
    organizationNumber: party.organizationNumber,
    address: party.street
      ? {
          street: party.street,
          street2: '',
          postalCode: party.postcode,
          city: party.city,
          country: 'Norge',
        }
      : null,
  })
}
