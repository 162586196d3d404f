import { parseAddress } from '#server/features/customers/reading/address'
import type { Recipient } from '#server/features/customers/reading/recipient'

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
