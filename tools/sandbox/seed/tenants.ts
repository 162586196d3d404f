import { DAY, localStamp } from '../world/local-time.ts'
import type { FikenCompany, FikenUser, Sm8Account } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { newCompany } from './books.ts'
import { putContacts, putProducts } from './books-content.ts'
import { CLIENTS, putClients } from './clients.ts'
import { MATERIALS, putMaterials } from './materials.ts'
import { newAccount, put, putJob, putTaxRates, seededUuid } from './put.ts'

export interface Tenant {
  account: Sm8Account
  user: FikenUser
  company: FikenCompany
}

/** Returns a name's slug as Fiken makes it: "Bakke Elektro AS" → "bakke-elektro-as". */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('å', 'a')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Returns an 11-digit bank account number with a valid check digit, from a serial number. */
export function bankAccountNumber(serial: number): string {
  for (let candidate = serial; ; candidate += 1) {
    const base = `1503${String(candidate).padStart(6, '0').slice(-6)}`
    const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]
    const sum = weights.reduce((total, weight, index) => total + weight * Number(base[index]), 0)
    const check = (11 - (sum % 11)) % 11
    if (check < 10) return `${base}${check}`
  }
}

/**
 * Creates a ServiceM8 account with a few records, and a Fiken user with one company, all with the
 * given name. The user's e-mail is `<slug>@example.no`. If the tenant already exists, returns that
 * tenant.
 */
export function createTenant(world: World, name: string): Tenant {
  const slug = slugOf(name)
  const email = `${slug}@example.no`
  const existing = world.state.fiken.users[email]
  const known = world.state.fiken.companies[slug]
  const knownAccount = world.state.servicem8.accounts[seededUuid(name, 'account', '')]
  if (existing && known && knownAccount)
    return { account: knownAccount, user: existing, company: known }

  const stamp = localStamp(world.now() - 30 * DAY)
  const clients = CLIENTS.slice(0, 4).concat(
    CLIENTS.filter((client) => client.individual).slice(0, 2),
  )
  const materials = MATERIALS.slice(0, 20)
  const account = newAccount(world, name, '', email)
  putTaxRates(account)
  putStaff(account, stamp)
  putMaterials(account, materials, stamp)
  putClients(account, clients, stamp)
  for (const [index, client] of clients.entries()) {
    putJob(world, account, {
      key: `klar ${index + 1}`,
      client: client.name,
      state: 'work order',
      daysAgo: 0.5,
      description: `Oppdrag ${index + 1} for ${client.name}`,
      lines: [{ name: 'Rørlegger, time', quantity: '2', price: '895', material: 'TIME-RL' }],
    })
  }
  const serial = Object.keys(world.state.fiken.companies).length * 10
  const company = newCompany(world, {
    slug,
    name,
    organizationNumber: '',
    vatType: 'bi-monthly',
    hasApiAccess: true,
    bankAccountNumbers: [bankAccountNumber(100_000 + serial), bankAccountNumber(500_000 + serial)],
    invoiceCounter: 10_000,
  })
  putContacts(world, company, clients)
  putProducts(world, company, materials)
  const user = { email, name, companies: [slug] }
  world.state.fiken.users[email] = user
  world.touch()
  return { account, user, company }
}

export function putStaff(account: Sm8Account, stamp: string): void {
  put(account, 'staff', 'daglig leder', {
    first: 'Kari',
    last: 'Fjordvik',
    email: 'kari@fjordvikror.example',
    mobile: '900 00 001',
    job_title: 'Daglig leder',
    color: '#1f5f8b',
    edit_date: stamp,
  })
  put(account, 'staff', 'rørlegger', {
    first: 'Pål',
    last: 'Rørvik',
    email: 'pal@fjordvikror.example',
    mobile: '900 00 002',
    job_title: 'Rørlegger',
    color: '#1c7a4a',
    edit_date: stamp,
  })
  put(account, 'category', 'service', { name: 'Service', colour: '#1f5f8b', edit_date: stamp })
  put(account, 'category', 'bad', { name: 'Baderom', colour: '#8a5a00', edit_date: stamp })
  put(account, 'queue', 'venter', {
    name: 'Venter på deler',
    default_timeframe: 7,
    subscribed_staff: '',
    requires_assignment: '0',
    edit_date: stamp,
  })
}
