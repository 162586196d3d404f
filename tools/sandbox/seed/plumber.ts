import { DAY, localStamp } from '../world/local-time.ts'
import { seededRandom } from '../world/random.ts'
import type { Sm8Account } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { newCompany } from './books.ts'
import { putContacts, putProducts } from './books-content.ts'
import { CLIENTS, organizationNumber, putClients } from './clients.ts'
import { historyJobs } from './history.ts'
import { MATERIALS, putMaterials } from './materials.ts'
import { newAccount, put, putJob, putTaxRates, seededUuid } from './put.ts'
import { READY_JOBS } from './ready-jobs.ts'
import { registerUnits, unit } from './register.ts'
import { oddUnits } from './register-oddities.ts'
import { SCENARIO_JOBS } from './scenario-jobs.ts'
import { bankAccountNumber, createTenant, putStaff } from './tenants.ts'

export const PLUMBER = 'Fjordvik Rør AS'
export const PLUMBER_EMAIL = 'kari@fjordvikror.example'

/** Seeds a plumber, his books and a second firm. The result depends only on seed and time. */
export function seedPlumber(world: World): void {
  const number = organizationNumber('95991007')
  const random = seededRandom(world.state.seed)
  const account = newAccount(world, PLUMBER, number, PLUMBER_EMAIL)
  const stamp = localStamp(world.now() - 200 * DAY)
  putTaxRates(account)
  putStaff(account, stamp)
  putMaterials(account, MATERIALS, stamp)
  put(account, 'materialbundle', 'PAKKE-200', {
    item_number: 'PAKKE-200',
    name: 'Berederpakke 200 l',
    material_list: [
      { uuid: seededUuid(PLUMBER, 'material', '3002'), quantity: 1, sort_order: 1 },
      { uuid: seededUuid(PLUMBER, 'material', '1006'), quantity: 1, sort_order: 2 },
    ],
    edit_date: stamp,
  })
  putClients(account, CLIENTS, stamp)
  for (const job of historyJobs(random, CLIENTS, MATERIALS, 60)) putJob(world, account, job)
  for (const job of [...SCENARIO_JOBS].reverse()) putJob(world, account, job)
  for (const job of [...READY_JOBS].reverse()) putJob(world, account, job)
  putDeposit(world, account)
  putJobContact(world, account)

  const company = newCompany(world, {
    slug: 'fjordvik-ror-as',
    name: PLUMBER,
    organizationNumber: number,
    vatType: 'bi-monthly',
    hasApiAccess: true,
    bankAccountNumbers: [bankAccountNumber(683_001), bankAccountNumber(683_501)],
    invoiceCounter: 10_000,
  })
  putContacts(world, company, CLIENTS)
  putProducts(world, company, MATERIALS)
  const estate = newCompany(world, {
    slug: 'fjordvik-eiendom-as',
    name: 'Fjordvik Eiendom AS',
    organizationNumber: organizationNumber('95991015'),
    vatType: 'no',
    hasApiAccess: true,
    bankAccountNumbers: [bankAccountNumber(684_001), bankAccountNumber(684_501)],
    invoiceCounter: null,
  })
  putContacts(world, estate, CLIENTS.slice(0, 4))
  newCompany(world, {
    slug: 'uten-api-as',
    name: 'Uten API AS',
    organizationNumber: organizationNumber('95991023'),
    vatType: 'yearly',
    hasApiAccess: false,
    bankAccountNumbers: [bankAccountNumber(685_001), bankAccountNumber(685_501)],
    invoiceCounter: null,
  })
  world.state.fiken.users[PLUMBER_EMAIL] = {
    email: PLUMBER_EMAIL,
    name: 'Kari Fjordvik',
    companies: ['fjordvik-ror-as', 'fjordvik-eiendom-as', 'uten-api-as'],
  }
  createTenant(world, 'Bakke Elektro AS')
  world.state.register = [
    ...registerUnits(CLIENTS),
    unit({ name: PLUMBER, street: 'Strandgaten 12', postcode: '5013', city: 'Bergen' }, number),
    unit(
      { name: 'Borettslaget Solsiden', street: 'Solsideveien 1', postcode: '5098', city: 'Bergen' },
      organizationNumber('95991031'),
    ),
    unit(
      { name: 'Bergen Forvaltning AS', street: 'Postboks 77', postcode: '5803', city: 'Bergen' },
      organizationNumber('95991040'),
    ),
    ...oddUnits(),
  ]
}

function putDeposit(world: World, account: Sm8Account): void {
  const stamp = localStamp(world.now() - 20 * DAY)
  put(account, 'jobpayment', 'depositum', {
    job_uuid: seededUuid(PLUMBER, 'job', 'depositum'),
    amount: '1500.0000',
    method: 'Kort',
    note: 'Depositum',
    timestamp: stamp,
    is_deposit: '1',
    edit_date: stamp,
  })
}

function putJobContact(world: World, account: Sm8Account): void {
  put(account, 'jobcontact', 'borettslag', {
    job_uuid: seededUuid(PLUMBER, 'job', 'borettslag mottar'),
    first: 'Styret',
    last: 'Solsiden',
    email: 'styret@solsiden-brl.example',
    phone: '',
    mobile: '',
    type: 'BILLING',
    edit_date: localStamp(world.now() - 3 * DAY),
  })
}
