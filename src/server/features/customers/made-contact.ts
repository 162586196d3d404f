import type { Contact, NewContact } from '#clients/fiken/types'

/** A contact that Fiken has just made for us: its POST answers an id and nothing else. */
export function madeContact(contactId: number, wanted: NewContact): Contact {
  return {
    contactId,
    name: wanted.name,
    email: wanted.email ?? '',
    organizationNumber: wanted.organizationNumber ?? '',
    phone: wanted.phone ?? '',
    customer: true,
    inactive: false,
    memberNumber: wanted.memberNumber ?? '',
    address: wanted.address ?? null,
    daysUntilInvoicingDueDate: null,
    lastModified: '',
  }
}
