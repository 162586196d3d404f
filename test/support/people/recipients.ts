import { parseAddress } from '#server/features/customers/reading/address'
import {
  decideRecipient,
  type BillingOverride,
  type Recipient,
  type RecipientInput,
} from '#server/features/customers/reading/recipient'
import { aClient, aJob } from '../vendors/vendor-objects.ts'

/** Decides the recipient of a job of a client without contacts. */
export function decide(changes: Partial<RecipientInput> = {}): Recipient {
  const result = decideRecipient({
    job: aJob(),
    client: aClient(),
    headOffice: null,
    jobContacts: [],
    clientContacts: [],
    override: null,
    ...changes,
  })
  if (!result.ok) throw new Error(result.problem.message)
  return result.recipient
}

/** Makes what is saved under "Kunder" for a customer: a name, without an address. */
export const aSavedName = (
  billingCompanyName: string,
  changes: Partial<BillingOverride> = {},
): BillingOverride => ({
  billingCompanyName,
  billingAddress: '',
  billingCity: '',
  billingPostalCode: '',
  billingCountry: 'Norge',
  ...changes,
})

export const aRecipient = (changes: Partial<Recipient> = {}): Recipient => ({
  name: 'Borettslaget Solsiden',
  address: parseAddress('Solveien 2\n1415 Oppegård'),
  source: 'job_billing',
  clientUuid: 'client-1',
  key: 'solsiden brl',
  memberNumber: 'client-1',
  organizationNumber: '940155223',
  isOrganization: true,
  email: 'styret@solsiden.no',
  phone: '+4790000000',
  attention: '',
  otherThan: null,
  ...changes,
})

/** A private person, of whom nothing but the name and the address is known. */
export const aPerson = (changes: Partial<Recipient> = {}): Recipient =>
  aRecipient({
    name: 'Ola Nordmann',
    organizationNumber: null,
    isOrganization: false,
    email: null,
    phone: null,
    ...changes,
  })

/** The address of {@link aRecipient} as Fiken has it. */
export const fikenAddress = {
  street: 'Solveien 2',
  street2: '',
  postalCode: '1415',
  city: 'Oppegård',
  country: 'Norge',
}
