import type { Contact, NewContact } from '#clients/fiken/types'

/** A contact that Fiken has just made for us: its POST returns only an id. */
export function madeContact(contactId: number, contact: NewContact): Contact {
  return {
    contactId,
    name: contact.name,
    email: contact.email ?? '',
    organizationNumber: contact.organizationNumber ?? '',
    phone: contact.phone ?? '',
    customer: true,
    inactive: false,
    memberNumber: contact.memberNumber ?? '',
    address: contact.address ?? null,
    daysUntilInvoicingDueDate: null,
    currency: '',
    lastModified: '',
  }
}
