import { PLUMBER } from '#sandbox/seed/plumber'
import { seededUuid } from '#sandbox/seed/put'
import { completeJob } from '#sandbox/servicem8/workshop'
import { findAccount, findCompany } from '#sandbox/world/world'
import { saveConfiguration } from '#shared/contracts/configuration'
import { readComparison } from '#shared/contracts/products/comparison'
import { readVatMappings, saveVatMappings } from '#shared/contracts/vat'
import { listTransfers } from '#shared/contracts/transfers/list'
import { until } from '../wait.ts'
import { makeReady, signUp, startWorld } from '../world/world.ts'

/**
 * Number of days whose jobs have been transferred. This file runs the world for the product's
 * screenshots (tools/scripts/screenshots.mjs): the seeded plumber, who has also completed a few
 * jobs today and whose supplier has raised some prices. It prints the address and login, and runs
 * until its input ends.
 */
const DAYS = Number(process.argv[2] ?? 21)
const EMAIL = 'frode@fjordvik.example'
const PASSWORD = 'et langt nok passord'
const TODAY = 4
const COMPANY = 'fjordvik-ror-as'
const AT_REST = ['pending', 'completed', 'failed']

const world = await startWorld()
const person = await signUp(world, { email: EMAIL })
await makeReady(world, person, { activate: false })
const account = findAccount(world.vendors, PLUMBER)
if (!account) throw new Error('the seeded world has no plumber')
const jobs = Object.values(account.tables.job)
// Hides the seed's unusual jobs, because screenshots should show neither a credit note nor a job
// blocked by a discontinued tax rate.
const oldRate = seededUuid(PLUMBER, 'job', 'gammel sats')
for (const job of jobs)
  if (Number(job.total_invoice_amount) < 0 || job.uuid === oldRate) job.active = 0
// Ferry tickets have a tax rate with separate accounts.
const rates = await person.call(readVatMappings)
await person.call(saveVatMappings, {
  body: rates
    .filter(({ percent }) => Number(percent) === 12)
    .map(({ taxRateUuid }) => ({
      taxRateUuid,
      vatType: 'LOW',
      goodsAccount: '3040',
      serviceAccount: '3040',
      confirmed: false,
    })),
})
const activatedAt = new Date(world.vendors.now() - DAYS * 86_400_000).toISOString()
await person.call(saveConfiguration, { body: { isActive: true, activatedAt } })

const open = jobs.filter((job) => job.status === 'Work Order' && job.active === 1)
for (const { uuid } of open.slice(0, TODAY)) completeJob(world.vendors, account, uuid)

let seen = -1
await until(
  'every job to come to rest',
  async () => {
    await world.sandbox.webhooks.idle()
    const rows = await person.call(listTransfers, { query: { limit: 500 } })
    const before = seen
    seen = rows.length
    return (
      rows.length > TODAY &&
      rows.length === before &&
      rows.every((row) => AT_REST.includes(row.status))
    )
  },
  120_000,
)
// Every third product costs 8 percent more in Fiken than when the product lists last agreed.
const company = findCompany(world.vendors, COMPANY)
if (!company) throw new Error('the seeded world has no company')
const readLists = async (forceRefresh: 'true' | 'false') =>
  (await person.call(readComparison, { query: { forceRefresh } })).lists
await until('the products to be read', async () => (await readLists('false')).fiken)
for (const [at, product] of company.products.entries())
  if (at % 3 === 0 && product.unitPrice) product.unitPrice = Math.round(product.unitPrice * 1.08)
world.vendors.touch()
const { fiken: before } = await readLists('true')
await until('the new prices', async () => {
  const { fiken, refreshing } = await readLists('false')
  return !refreshing && fiken !== before
})
process.stdout.write(`${JSON.stringify({ url: world.url, email: EMAIL, password: PASSWORD })}\n`)
process.stdin.resume()
process.stdin.once('end', () => void world.stop().then(() => process.exit()))
