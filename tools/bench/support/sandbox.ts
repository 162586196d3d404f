import { startSandbox } from '#sandbox/start'
import { createTenant, type Tenant } from '#sandbox/seed/tenants'
import { createRecord } from '#sandbox/servicem8/records'
import { addFile, addJob, completeJob } from '#sandbox/servicem8/workshop'
import { seededUuid } from '#sandbox/seed/put'
import type { Sm8Account } from '#sandbox/world/state'
import type { LedgerEntry } from '#sandbox/http/ledger'
import { answerQuestions } from './child.ts'

/** The sandbox, in a process of its own, so that its work is not counted as the product's. */
const sandbox = await startSandbox()
const { world } = sandbox
world.settings.servicem8.perMinute = 1_000_000
world.settings.servicem8.perDay = 100_000_000
world.settings.consent.servicem8.mode = 'auto'
world.settings.consent.fiken.mode = 'auto'

export interface TenantFacts {
  account: string
  fikenUser: string
  slug: string
  /** The URL for ServiceM8's webhooks; empty before ServiceM8 is connected. */
  callback: string
}

export type Whose = 'a known customer' | 'a new customer'

const factsOf = ({ account, user, company }: Tenant): TenantFacts => ({
  account: account.uuid,
  fikenUser: user.email,
  slug: company.slug,
  callback: account.subscriptions[0]?.callback_url ?? '',
})

function accountOf(uuid: string) {
  const account = world.state.servicem8.accounts[uuid]
  if (!account) throw new Error(`no account ${uuid}`)
  return account
}

function newClient(account: Sm8Account): string {
  const number = Object.keys(account.tables.company).length
  const address = `Nygata ${number}\n5003 Bergen`
  const client = createRecord(world, account, 'company', {
    name: `Ring Inn ${number}`,
    address,
    billing_address: address,
    is_individual: 1,
  })
  createRecord(world, account, 'companycontact', {
    company_uuid: client,
    first: 'Ring',
    last: `Inn ${number}`,
    email: `ring.inn.${number}@example.no`,
    type: 'BILLING',
    is_primary_contact: '1',
  })
  return client
}

process.on('SIGTERM', () => void sandbox.close().then(() => process.exit(0)))
answerQuestions({
  env: () => sandbox.env,
  tenant: (name: string) => factsOf(createTenant(world, name)),
  /** Gives a Fiken user access to a company. */
  reach: ({ fikenUser, slug }: { fikenUser: string; slug: string }) => {
    const companies = world.state.fiken.users[fikenUser]?.companies ?? []
    if (!companies.includes(slug)) companies.push(slug)
  },
  /** Leaves only the first products of both systems. */
  keepProducts: ({
    account: uuid,
    slug,
    count,
  }: {
    account: string
    slug: string
    count: number
  }) => {
    const { tables } = accountOf(uuid)
    tables.material = Object.fromEntries(Object.entries(tables.material).slice(0, count))
    const company = world.state.fiken.companies[slug]
    if (company) company.products = company.products.slice(0, count)
  },
  latency: (ms: number) => {
    world.settings.latencyMs = ms
  },
  /** Sets the calls per second above which Fiken slows a user down; 0 means never. */
  throttle: (perSecond: number) => {
    world.settings.fiken.throttlePerSecond = perSecond
  },
  addJobs: ({ account: uuid, count, of }: { account: string; count: number; of?: Whose }) => {
    const account = accountOf(uuid)
    const [known] = Object.values(account.tables.company)
    const labour = seededUuid(account.vendor.name, 'material', 'TIME-RL')
    return Array.from({ length: count }, (_, index) =>
      addJob(
        world,
        account,
        {
          company_uuid: of === 'a new customer' ? newClient(account) : (known?.uuid ?? ''),
          job_description: `Oppdrag ${index + 1}`,
          job_address: known?.address ?? '',
        },
        [
          {
            name: 'Rørlegger, time',
            quantity: '2',
            displayed_amount: '895',
            material_uuid: labour,
          },
          { name: 'Kobberrør 15 mm', quantity: '7.5', displayed_amount: '89.9' },
          { name: 'Servicebil', displayed_amount: '350' },
        ],
      ),
    )
  },
  addPhotos: ({ account, job, contents }: { account: string; job: string; contents: string[] }) =>
    contents.map((base64, index) =>
      addFile(world, accountOf(account), job, {
        name: `Bilde ${index + 1}.jpg`,
        content: { kind: 'bytes', base64 },
      }),
    ),
  complete: ({ account, job }: { account: string; job: string }) => {
    const at = Date.now()
    if (!completeJob(world, accountOf(account), job)) throw new Error(`no job ${job}`)
    return at
  },
  completeAll: ({ account, jobs }: { account: string; jobs: string[] }) => {
    const at = Date.now()
    for (const job of jobs)
      if (!completeJob(world, accountOf(account), job)) throw new Error(`no job ${job}`)
    return at
  },
  reset: (capture: boolean) => {
    world.ledger.reset()
    world.ledger.capture = capture
  },
  drafts: () => world.ledger.draftsCreated,
  /**
   * Counts drafts, webhooks and the calls to both vendors.
   * @param who counts only these users' calls; absent means all users
   */
  counts: (who?: string[]) => {
    const entries = world.ledger.entries.filter((entry) => who?.includes(entry.who) ?? true)
    return {
      drafts: world.ledger.draftsCreated.length,
      overlaps: world.ledger.overlaps,
      tooFast: world.ledger.tooFast,
      fiken: entries.filter((entry) => entry.vendor === 'fiken').length,
      servicem8: entries.filter((entry) => entry.vendor === 'servicem8').length,
      webhooks: world.ledger.webhooks.length,
    }
  },
  entries: (who: string[]) =>
    world.ledger.entries.filter((entry: LedgerEntry) => who.includes(entry.who)),
})
