import { oreFromDecimal } from '#shared/money'
import type { Transfer } from '#shared/contracts/transfers'
import type { Ledger } from '#sandbox/http/ledger'
import type { Tenant } from '#sandbox/seed/tenants'
import type { CompletedJob } from './workload.ts'

/** One tradesperson's three ledgers: what was completed in ServiceM8, what we say of it, and what lies in Fiken. */
export interface Books {
  tenant: Tenant
  jobs: readonly CompletedJob[]
  transfers: readonly Transfer[]
}

/** Everything in which the three ledgers differ, a sentence each; nothing when the promises are kept. */
export function differences(all: readonly Books[], ledger: Ledger): string[] {
  const found = all.flatMap((books) => differencesOf(books, ledger).map((text) => `${books.tenant.company.slug}: ${text}`))
  if (ledger.overlaps > 0) found.push(`${ledger.overlaps} requests began while another of the same Fiken user was under way`)
  return found
}

function differencesOf({ tenant: { account, company }, jobs, transfers }: Books, ledger: Ledger): string[] {
  const found: string[] = []
  const made = ledger.draftsCreated.filter(({ slug }) => slug === company.slug)
  const counts = {
    jobs: jobs.length,
    transfers: transfers.length,
    'drafts there': company.drafts.length,
    'drafts made': made.length,
  }
  if (new Set(Object.values(counts)).size > 1) found.push(JSON.stringify(counts))
  for (const { uuid, exact } of jobs) {
    const job = account.tables.job[uuid]
    const name = `job ${job?.generated_job_id}`
    const [transfer, ...more] = transfers.filter((row) => row.servicem8JobId === uuid)
    if (!transfer) found.push(`${name} is lost`)
    if (more.length > 0) found.push(`${name} has ${more.length + 1} transfers`)
    if (transfer && transfer.status !== 'completed') found.push(`${name} is ${transfer.status} (${transfer.errorCode})`)
    const drafts = company.drafts.filter((row) => row.ourReference === `Jobb #${job?.generated_job_id}`)
    if (drafts.length !== 1) found.push(`${name} has ${drafts.length} drafts`)
    const [draft] = drafts
    if (!draft) continue
    if (draft.uuid !== transfer?.fikenDraftUuid) found.push(`${name} has a draft that we do not know`)
    if (draft.gross !== transfer?.amount) found.push(`${name}: Fiken says ${draft.gross} øre, we say ${transfer?.amount}`)
    // Fiken rounds each line's net to whole øre, ServiceM8 each line's gross: they may be an øre a line apart, where anything is rounded.
    const apart = Math.abs(draft.gross - oreFromDecimal(String(job?.total_invoice_amount)))
    if (apart > (exact ? 0 : draft.lines.length)) found.push(`${name}: Fiken is ${apart} øre from ServiceM8`)
  }
  // One contact is seeded twice, the old one inactive.
  for (const name of repeated(company.contacts.filter(({ inactive }) => !inactive).map((contact) => contact.name)))
    found.push(`the contact ${name} was made twice`)
  for (const number of repeated(company.products.map(({ productNumber }) => productNumber ?? '')))
    found.push(`the product ${number} was made twice`)
  return found
}

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index)
}
