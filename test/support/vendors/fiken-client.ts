import { createFiken } from '#clients/fiken/client'
import type { WireContact } from '#clients/fiken/wire'
import { handClock, type SeenRequest } from './vendor-stub.ts'

export const SLUG = 'elektro-as'

export function fikenOf(stub: { url: string }) {
  const fiken = createFiken({
    apiUrl: `${stub.url}/api/v2`,
    token: async () => 'token',
    clock: handClock(),
    limiter: (run) => run(),
    userAgent: 'test',
  })
  return { fiken, company: fiken.company(SLUG) }
}
export const bodyOf = (request: SeenRequest | undefined) =>
  JSON.parse(request?.body ?? 'null') as Record<string, unknown>
export const created = (id: number) => ({
  location: `https://api.fiken.no/api/v2/companies/${SLUG}/x/${id}`,
})

export const contact: WireContact = {
  contactId: 11,
  createdDate: '2026-01-01',
  lastModifiedDate: '2026-03-01',
  name: 'Bakeriet AS',
  email: 'post@bakeriet.no',
  organizationNumber: '999888777',
  phoneNumber: '22 33 44 55',
  customer: true,
  supplier: false,
  inactive: false,
  memberNumberString: 'client-1',
  customerNumber: 10_001,
  address: { streetAddress: 'Storgata 5', postCode: '0155', city: 'Oslo', country: 'Norway' },
  contactPerson: [{ contactPersonId: 5, name: 'Kari', email: 'kari@bakeriet.no' }],
  language: 'NORWEGIAN',
  notes: [],
}
