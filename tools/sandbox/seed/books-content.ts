import { addContact } from '../fiken/contacts.ts'
import { addProduct } from '../fiken/products.ts'
import { DAY, localDate } from '../world/local-time.ts'
import type { FikenCompany } from '../world/state.ts'
import type { World } from '../world/world.ts'
import type { SeedClient } from './clients.ts'
import type { SeedMaterial } from './materials.ts'

const OTHER_NAMES: Record<string, string> = {
  'Bryggen Hotell Drift AS': 'Bryggen Hotell Drift',
  'Åsane Bilverksted AS': 'AASANE BILVERKSTED AS',
  'Rema Drift Sentrum AS': 'Rema drift sentrum A/S',
}

/** Adds every other client as a contact in Fiken; one of them twice, the first time inactive. */
export function putContacts(
  world: World,
  company: FikenCompany,
  clients: readonly SeedClient[],
): void {
  const then = localDate(world.now() - 90 * DAY)
  const known = clients.filter((client, index) => index % 2 === 0 && !client.parent)
  for (const client of known) {
    const [first, last, email, phone] = client.contact
    addContact(
      world,
      company,
      {
        name: OTHER_NAMES[client.name] ?? client.name,
        customer: true,
        ...(email ? { email } : {}),
        phoneNumber: phone,
        ...(client.organizationNumber ? { organizationNumber: client.organizationNumber } : {}),
        address: {
          streetAddress: client.street,
          postCode: client.postcode,
          city: client.city,
          country: 'Norge',
        },
        daysUntilInvoicingDueDate: 14,
        contactPerson: client.individual || !email ? [] : [{ name: `${first} ${last}`, email }],
      },
      then,
    )
  }
  const twice = known[1]
  if (twice)
    addContact(
      world,
      company,
      {
        name: twice.name,
        customer: true,
        inactive: true,
        organizationNumber: twice.organizationNumber,
      },
      then,
    )
  addContact(
    world,
    company,
    {
      name: 'Rørgrossisten Vest AS',
      supplier: true,
      organizationNumber: '959902000',
      email: 'ordre@rorgrossisten.example',
    },
    then,
  )
}

/** Adds every other numbered material to Fiken; some prices, stocks and names differ. */
export function putProducts(
  world: World,
  company: FikenCompany,
  materials: readonly SeedMaterial[],
): void {
  const then = localDate(world.now() - 60 * DAY)
  const isRegistered = company.info.vatType !== 'no'
  materials.forEach(([number, name, price, stock], index) => {
    if (index % 2 === 1 || !number) return
    const isLabour = index < 8 || stock === null || stock === undefined
    addProduct(
      world,
      company,
      {
        name: index % 10 === 4 ? name.toUpperCase() : name,
        productNumber: number,
        unitPrice: Math.round(price * 100) + (index % 6 === 2 ? 500 : 0),
        incomeAccount: isRegistered ? (isLabour ? '3020' : '3000') : '3200',
        vatType: isRegistered ? 'HIGH' : 'OUTSIDE',
        active: true,
        ...(typeof stock === 'number' ? { stock: index % 8 === 4 ? stock - 1 : stock } : {}),
      },
      then,
    )
  })
}
