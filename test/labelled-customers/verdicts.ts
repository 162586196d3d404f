import type { Contact } from '#clients/fiken/types'
import { decideRecipient } from '#server/features/customers/reading/recipient'
import { matchContact, type MatchInput } from '#server/features/customers/matching/match'
import { otherClients } from '#server/features/customers/matching/other-clients'
import { aClient, aClientContact, aFikenContact } from '../support/vendors/vendor-objects.ts'
import type { LabelledAccount } from './accounts.ts'
import type { LabelledClient, LabelledPairs, Party } from './pairs.ts'

/**
 * The matcher's result for a client, compared with the label. `linked`: linked to the correct
 * contact. `wrong`: linked to another customer, which must never happen. `first`: the user is
 * asked, and the correct contact is listed first. `missed`: the correct contact is further down the
 * list, or a new contact would be created. `none`: correctly linked to no contact.
 */
export type Verdict = 'linked' | 'first' | 'missed' | 'none' | 'wrong'

export interface Judged extends LabelledClient {
  verdict: Verdict
  found: string
}

/** Compares the matcher's result for each client, among all contacts as if in one account. */
export function judge({ clients, contacts }: LabelledPairs, threshold = 90): Judged[] {
  const book = contacts.map(contactOf)
  return clients.map((one, index) => {
    const recipient = recipientOf(one.client, `client-${index}`)
    return { ...one, ...verdictOf(one.contact, { recipient, contacts: book, threshold }) }
  })
}

/** Compares the matcher's result for each client, among its account's contacts and clients. */
export function judgeAccounts(accounts: readonly LabelledAccount[], threshold = 90): Judged[] {
  return accounts.flatMap(({ half, clients, contacts, pairs }) => {
    const book = contacts.map((one, index) => ({
      ...contactOf(one, index),
      memberNumber: one.memberNumber,
      inactive: one.inactive,
    }))
    const mirrored = clients.map((one) => ({
      ...snapshotOf(one, one.uuid),
      parentUuid: one.headOffice,
      active: one.active,
    }))
    const others = otherClients(
      mirrored
        .filter(({ active }) => active)
        .map(({ client, clientContacts, parentUuid }) => ({
          client: { ...client, parentUuid: parentUuid || null },
          contacts: clientContacts,
        })),
    )
    return [...Map.groupBy(pairs, ({ client }) => client)].flatMap(([uuid, labelled]) => {
      const client = clients.find((one) => one.uuid === uuid)
      if (!client) return []
      const right = labelled.find(({ same }) => same)
      const contact =
        right === undefined ? null : contacts.findIndex(({ id }) => id === right.contact)
      const kind = (right ?? labelled[0])?.kind ?? ''
      const recipient = recipientOf(client, uuid)
      const verdict = verdictOf(contact, { recipient, contacts: book, others, threshold })
      return [{ kind, half, client, contact, ...verdict }]
    })
  })
}

function verdictOf(
  contact: number | null,
  {
    threshold,
    ...asked
  }: Pick<MatchInput, 'recipient' | 'contacts' | 'others'> & { threshold: number },
): Pick<Judged, 'verdict' | 'found'> {
  const match = matchContact({
    ...asked,
    linkedContactId: null,
    settings: { enableFuzzyCustomerMatch: true, customerMatchThreshold: threshold },
  })
  if (match.kind === 'link') {
    const found = match.contact?.name ?? ''
    return { verdict: match.contactId === contact ? 'linked' : 'wrong', found }
  }
  const [top] = match.kind === 'ambiguous' ? match.candidates : []
  if (contact === null) return { verdict: 'none', found: top?.name ?? '' }
  return { verdict: top?.contactId === contact ? 'first' : 'missed', found: top?.name ?? '' }
}

/** Returns the recipient that the pipeline would read from the client's address in ServiceM8. */
export function recipientOf(party: Party, uuid: string) {
  const result = decideRecipient(snapshotOf(party, uuid))
  if (!result.ok) throw new Error(`${party.name} is no recipient: ${result.problem.code}`)
  return result.recipient
}

function snapshotOf(party: Party, uuid: string) {
  const address = party.street ? `${party.street}\n${party.postcode} ${party.city}` : ''
  return {
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
  }
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
