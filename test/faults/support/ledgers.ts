import { oreFromDecimal } from '#shared/money'
import type { Transfer } from '#shared/contracts/transfers/row'
import type { Ledger } from '#sandbox/http/ledger'
import type { Tenant } from '#sandbox/seed/tenants'
import {
  draftUuidOf,
  isCollective,
  linesOfJob,
  numberOfJob,
  placesByNumber,
  sectionsOf,
  vouchersOf,
  voucherDifferences,
  type Section,
} from './shared-drafts.ts'
import type { CompletedJob } from './workload.ts'

/** A tradesperson's jobs in ServiceM8, transfers in our database and documents in Fiken. */
export interface Books {
  tenant: Tenant
  mode: 'draft' | 'invoice'
  jobs: readonly CompletedJob[]
  /** ServiceM8 UUIDs of the clients whose jobs share drafts. */
  collective: ReadonlySet<string>
  transfers: readonly Transfer[]
}

/** Returns a sentence for each difference between jobs, transfers and documents. */
export function differences(all: readonly Books[], ledger: Ledger): string[] {
  const found = all.flatMap((books) =>
    differencesOf(books, ledger).map((text) => `${books.tenant.company.slug}: ${text}`),
  )
  if (ledger.overlaps > 0)
    found.push(
      `${ledger.overlaps} requests began while another of the same Fiken user was under way`,
    )
  return found
}

/** Returns the numbers of documents in Fiken, for the test output. */
export function counted(all: readonly Books[]): string {
  const count = (list: 'drafts' | 'invoices' | 'contacts' | 'products') =>
    all.reduce((sum, { tenant }) => sum + tenant.company[list].length, 0)
  return `${count('drafts')} drafts, ${count('invoices')} invoices, ${count('contacts')} contacts, ${count('products')} products`
}

/** Counts the collective drafts and invoices, and the jobs on them, for the test output. */
export function shared(all: readonly Books[]): { vouchers: number; jobs: number } {
  const sizes = all.flatMap(({ tenant }) =>
    vouchersOf(tenant.company)
      .filter(isCollective)
      .map((voucher) => sectionsOf(voucher).length),
  )
  return { vouchers: sizes.length, jobs: sizes.reduce((sum, size) => sum + size, 0) }
}

function differencesOf(books: Books, ledger: Ledger): string[] {
  const { tenant, mode, jobs, collective, transfers } = books
  const { account, company } = tenant
  const found: string[] = []
  const own = ({ slug }: { slug: string }) => slug === company.slug
  const goesAlone = ({ uuid }: CompletedJob) =>
    !collective.has(account.tables.job[uuid]?.company_uuid ?? '')
  // The number of collective documents depends on when the user pressed the button.
  const wanted = jobs.filter(goesAlone).length + vouchersOf(company).filter(isCollective).length
  const expected = {
    drafts: mode === 'draft' ? wanted : 0,
    invoices: mode === 'invoice' ? wanted : 0,
  }
  const counts: Record<string, [number, number]> = {
    transfers: [transfers.length, jobs.length],
    'drafts there': [company.drafts.length, expected.drafts],
    'drafts made': [ledger.draftsCreated.filter(own).length, wanted],
    'invoices there': [company.invoices.length, expected.invoices],
    'invoices made': [ledger.invoicesCreated.filter(own).length, expected.invoices],
  }
  for (const [what, [count, right]] of Object.entries(counts))
    if (count !== right) found.push(`${what}: ${count}, not ${right}`)
  const places = placesByNumber(company)
  for (const one of jobs) {
    const { uuid, exact } = one
    const job = account.tables.job[uuid]
    const name = `job ${job?.generated_job_id}`
    const [transfer, ...more] = transfers.filter((row) => row.servicem8JobId === uuid)
    if (!transfer) found.push(`${name} is lost`)
    if (more.length > 0) found.push(`${name} has ${more.length + 1} transfers`)
    if (transfer && transfer.status !== 'completed')
      found.push(`${name} is ${transfer.status} (${transfer.errorCode})`)
    const on = places.get(numberOfJob(tenant, uuid)) ?? []
    const drafts = on.filter(({ voucher }) => 'draftId' in voucher)
    const invoices = on.filter(({ voucher }) => 'invoiceId' in voucher)
    if (drafts.length !== (mode === 'draft' ? 1 : 0))
      found.push(`${name} has ${drafts.length} drafts`)
    if (invoices.length !== (mode === 'invoice' ? 1 : 0))
      found.push(`${name} has ${invoices.length} invoices`)
    const place = invoices[0] ?? drafts[0]
    if (!place) continue
    const { voucher, section } = place
    if (isCollective(voucher) === goesAlone(one))
      found.push(`${name} is ${goesAlone(one) ? 'not ' : ''}alone`)
    if (draftUuidOf(voucher) !== transfer?.fikenDraftUuid)
      found.push(`${name}: the ${mode} in Fiken is not the one that we know`)
    if (section.lines.length !== linesOfJob(tenant, uuid).length)
      found.push(`${name} has ${section.lines.length} lines`)
    // Fiken rounds net and ServiceM8 gross, so totals can differ by one øre per line, unless no line
    // needs rounding.
    const apart = Math.abs(
      (transfer?.amount ?? 0) - oreFromDecimal(String(job?.total_invoice_amount)),
    )
    if (apart > (exact ? 0 : section.lines.length))
      found.push(`${name}: Fiken is ${apart} øre from ServiceM8`)
    const client = account.tables.company[job?.company_uuid ?? '']?.name
    const recipient = company.contacts.find(
      ({ contactId }) => contactId === voucher.customerId,
    )?.name
    if (recipient !== client)
      found.push(`${name} is of ${client}, and addressed to ${recipient ?? 'nobody'}`)
    found.push(...missingProducts(tenant, uuid, section).map((text) => `${name}: ${text}`))
  }
  found.push(...voucherDifferences(tenant, transfers))
  // The seed has one contact twice, of which the older one is inactive.
  for (const name of repeated(
    company.contacts.filter(({ inactive }) => !inactive).map((contact) => contact.name),
  ))
    found.push(`the contact ${name} was created twice`)
  for (const number of repeated(company.products.map(({ productNumber }) => productNumber ?? '')))
    found.push(`the product ${number} was created twice`)
  return found
}

/**
 * Returns a sentence for each line of the job whose draft line has the wrong product. Lines whose
 * quantity was moved into the text need no product.
 */
function missingProducts(tenant: Tenant, jobUuid: string, { lines }: Section): string[] {
  const { account, company } = tenant
  const inJob = linesOfJob(tenant, jobUuid)
  return inJob.flatMap((line, index) => {
    const number = account.tables.material[line.material_uuid]?.item_number
    const { productId, description, comment } = lines[index] ?? {}
    if (!number || `${description ?? ''}${comment ?? ''}`.includes(' × ')) return []
    const product = company.products.find((one) => one.productId === productId)
    return product?.productNumber === number
      ? []
      : [`the line ${line.name} references ${product?.productNumber ?? 'no product'}`]
  })
}

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index)
}
