import type { FastifyInstance } from 'fastify'
import type { WireContactPerson } from '#clients/fiken/wire'
import { failureFor, LOST_ANSWER } from '../sentinels.ts'
import { loseAnswer } from '../http/origin.ts'
import { localDate } from '../world/local-time.ts'
import type { FikenCompany, StoredContact } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { companyRoute, type Call } from './access.ts'
import { fikenError, isRequired, replaceRow, validationError } from './errors.ts'
import { equals, paged, withinDates } from './paging.ts'

/** Registers the routes for contacts and contact persons. Duplicates are allowed, as in Fiken. */
export function registerContacts(app: FastifyInstance, world: World): void {
  companyRoute(app, world, 'GET', '/contacts', (call) => {
    const rows = call.listed().contacts.filter((contact) => matches(contact, call.query))
    const [field, direction] = (call.query['sortBy'] ?? '').split(' ')
    const key =
      field === 'lastModified' ? 'lastModifiedDate' : field === 'createdDate' ? 'createdDate' : null
    if (key)
      rows.sort(
        (one, other) => one[key].localeCompare(other[key]) * (direction === 'desc' ? -1 : 1),
      )
    return paged(call, rows)
  })

  companyRoute(app, world, 'POST', '/contacts', (call) => {
    const fields = readContact(call.body)
    const contact = addContact(world, call.company, fields, call.today)
    if (contact.name.includes(LOST_ANSWER)) loseAnswer(world, call.request)
    return call.located(201, `/contacts/${contact.contactId}`)
  })

  companyRoute(app, world, 'GET', '/contacts/:id', contactAt)

  companyRoute(app, world, 'PUT', '/contacts/:id', (call) => {
    const contact = contactAt(call)
    const fields = readContact(call.body)
    world.past.changing(call.company, 'contacts', contact)
    const {
      contactId,
      createdDate,
      customerNumber,
      customerAccountCode,
      supplierNumber,
      contactPerson,
    } = contact
    replaceRow(contact, {
      ...baseContact(),
      ...fields,
      contactId,
      createdDate,
      lastModifiedDate: call.today,
    })
    contact.contactPerson = fields.contactPerson ?? contactPerson
    if (customerNumber) Object.assign(contact, { customerNumber, customerAccountCode })
    if (supplierNumber) contact.supplierNumber = supplierNumber
    numberCustomer(call.company, contact)
    world.touch()
    return call.located(200, `/contacts/${contact.contactId}`)
  })

  companyRoute(app, world, 'DELETE', '/contacts/:id', (call) => {
    const contact = contactAt(call)
    const { company } = call
    const used =
      company.invoices.some((invoice) => invoice.customerId === contact.contactId) ||
      company.drafts.some((draft) => draft.customerId === contact.contactId)
    world.past.changing(company, 'contacts', contact)
    world.touch()
    if (used) {
      contact.inactive = true
      contact.lastModifiedDate = call.today
      return contact
    }
    company.contacts = company.contacts.filter((row) => row !== contact)
    return undefined
  })

  companyRoute(
    app,
    world,
    'GET',
    '/contacts/:id/contactPerson',
    (call) => contactAt(call).contactPerson,
  )
  companyRoute(app, world, 'GET', '/contacts/:id/contactPerson/:personId', (call) => personAt(call))

  companyRoute(app, world, 'POST', '/contacts/:id/contactPerson', (call) => {
    const contact = contactAt(call)
    const person = { ...readPerson(call.body), contactPersonId: world.nextId() }
    world.past.changing(call.company, 'contacts', contact)
    contact.contactPerson.push(person)
    contact.lastModifiedDate = call.today
    world.touch()
    return call.located(
      200,
      `/contacts/${contact.contactId}/contactPerson/${person.contactPersonId}`,
    )
  })

  companyRoute(app, world, 'PUT', '/contacts/:id/contactPerson/:personId', (call) => {
    const person = personAt(call)
    const fields = readPerson(call.body)
    world.past.changing(call.company, 'contacts', contactAt(call))
    Object.assign(person, { phoneNumber: undefined, address: undefined }, fields)
    world.touch()
    return call.located(
      200,
      `/contacts/${call.params['id']}/contactPerson/${person.contactPersonId}`,
    )
  })

  companyRoute(app, world, 'DELETE', '/contacts/:id/contactPerson/:personId', (call) => {
    const contact = contactAt(call)
    const person = personAt(call)
    world.past.changing(call.company, 'contacts', contact)
    contact.contactPerson = contact.contactPerson.filter((row) => row !== person)
    world.touch()
    return undefined
  })
}

type ContactFields = Partial<StoredContact> & { name: string }

export function addContact(
  world: World,
  company: FikenCompany,
  fields: ContactFields,
  today = localDate(world.now()),
): StoredContact {
  const contact: StoredContact = {
    ...baseContact(),
    ...fields,
    contactId: world.nextId(),
    createdDate: today,
    lastModifiedDate: today,
  }
  contact.contactPerson = contact.contactPerson.map((person) => ({
    ...person,
    contactPersonId: world.nextId(),
  }))
  numberCustomer(company, contact)
  company.contacts.push(contact)
  world.past.added(company, 'contacts', contact)
  world.touch()
  return contact
}

function baseContact(): Omit<
  StoredContact,
  'name' | 'contactId' | 'createdDate' | 'lastModifiedDate'
> {
  return {
    customer: false,
    supplier: false,
    inactive: false,
    language: 'NORWEGIAN',
    contactPerson: [],
    groups: [],
    notes: [],
    documents: [],
  }
}

function numberCustomer(company: FikenCompany, contact: StoredContact): void {
  if (!contact.customer || contact.customerNumber) return
  const highest = company.contacts.reduce(
    (most, row) => Math.max(most, row.customerNumber ?? 0),
    10_000,
  )
  contact.customerNumber = highest + 1
  contact.customerAccountCode = `1500:${highest + 1}`
}

export function contactAt(call: Call): StoredContact {
  const found = call.company.contacts.find((row) => String(row.contactId) === call.params['id'])
  if (!found) throw fikenError(404, 'No contact found with provided id.')
  return found
}

function personAt(call: Call): WireContactPerson {
  const found = contactAt(call).contactPerson.find(
    (row) => String(row.contactPersonId) === call.params['personId'],
  )
  if (!found) throw fikenError(404, 'No contact person found with provided id.')
  return found
}

function matches(contact: StoredContact, query: Call['query']): boolean {
  return (
    equals(query['name'], contact.name) &&
    equals(query['organizationNumber'], contact.organizationNumber) &&
    equals(query['email'], contact.email) &&
    equals(query['phoneNumber'], contact.phoneNumber) &&
    equals(query['customerNumber'], contact.customerNumber) &&
    equals(query['supplierNumber'], contact.supplierNumber) &&
    equals(query['memberNumber'], contact.memberNumber) &&
    equals(query['memberNumberString'], contact.memberNumberString) &&
    equals(query['customer'], contact.customer) &&
    equals(query['supplier'], contact.supplier) &&
    equals(query['inactive'], contact.inactive) &&
    (query['group'] === undefined ||
      (contact.groups ?? []).some((group) => equals(query['group'], group))) &&
    withinDates(query, 'lastModified', contact.lastModifiedDate) &&
    withinDates(query, 'createdDate', contact.createdDate)
  )
}

const LENGTHS: Record<string, number> = {
  name: 200,
  email: 200,
  organizationNumber: 200,
  phoneNumber: 20,
  bankAccountNumber: 11,
}
const KEPT =
  'name email organizationNumber phoneNumber customer supplier memberNumber memberNumberString address bankAccountNumber currency language daysUntilInvoicingDueDate discount inactive groups'.split(
    ' ',
  )

function readContact(body: Record<string, unknown>): ContactFields {
  const problems: string[] = []
  const name = body['name']
  if (typeof name !== 'string' || name === '') problems.push(isRequired('name'))
  for (const [field, most] of Object.entries(LENGTHS)) {
    const value = body[field]
    if (typeof value === 'string' && value.length > most)
      problems.push(`'${field}' kan ikke være lengre enn ${most} tegn.`)
  }
  const address = body['address'] as Record<string, unknown> | null | undefined
  if (address && !address['country']) problems.push(isRequired('address.country'))
  const discount = body['discount']
  if (typeof discount === 'number' && (discount < 0 || discount > 100))
    problems.push("'discount' må være mellom 0 og 100.")
  if (problems.length > 0) throw validationError(problems)
  const failure = failureFor('fiken', [name])
  if (failure) throw fikenError(failure.status, failure.message)
  const fields: Record<string, unknown> = { name }
  for (const key of KEPT) if (body[key] !== undefined && body[key] !== null) fields[key] = body[key]
  const people = body['contactPerson']
  if (Array.isArray(people))
    fields['contactPerson'] = people.map((person) => readPerson(person as Record<string, unknown>))
  return fields as ContactFields
}

function readPerson(body: Record<string, unknown>): WireContactPerson {
  const problems = ['name', 'email'].filter((field) => !body[field]).map(isRequired)
  if (problems.length > 0) throw validationError(problems)
  const person: WireContactPerson = { name: String(body['name']), email: String(body['email']) }
  if (body['phoneNumber']) person.phoneNumber = String(body['phoneNumber'])
  if (body['address']) person.address = body['address']
  return person
}
