import type { Contact, NewDraft } from '#clients/fiken/types'
import { connectionOf } from '../connections/read-connections.ts'
import { vatTableOf } from '../configuration/vat-table.ts'
import { ensureProducts } from '../products/ensure-products.ts'
import { materialsByUuid } from '../products/mirror.ts'
import { taxRatesOf } from '../products/tax-rates.ts'
import { checkTotal } from './check.ts'
import { buildDraft, type BuiltDraft } from './draft.ts'
import { draftUuid } from './draft-uuid.ts'
import { planProducts } from './products.ts'
import type { Run } from './run.ts'
import type { JobSnapshot } from './snapshot.ts'
import { failWithProblems } from './stop.ts'

/** Who the invoice is for, as gate 1 found it. */
export interface Receiver {
  contact: Contact
  recipient: { attention: string }
}

export interface Planned {
  draft: NewDraft
  built: BuiltDraft
  notes: string[]
}

/**
 * Gates 2 and 3: the draft, or every problem at once; then our total against ServiceM8's. Everything comes from the snapshot and the
 * mirrors. Products are made only when the draft is known to be right, so that a job with problems leaves nothing behind in Fiken.
 *
 * @throws Stop with all problems; ExternalError while products are made
 */
export async function build(run: Run, snapshot: JobSnapshot, receiver: Receiver): Promise<Planned> {
  const plan = await inputsOf(run, snapshot, receiver)
  const first = buildDraft(plan)
  if (!first.ok) throw failWithProblems(first.problems)
  const total = checkTotal(first, snapshot.job.totalInvoiceAmount)
  if (total.problem) {
    run.journal.step('build', total.problem.message, false)
    throw failWithProblems([total.problem])
  }
  const built = await withProducts(run, snapshot, plan, first)
  const notes = [...built.notes, ...total.explanation]
  for (const note of notes) run.journal.step('build', note, null)
  return { draft: { ...built.draft, customerId: receiver.contact.contactId }, built, notes }
}

type Inputs = Parameters<typeof buildDraft>[0]

async function inputsOf(run: Run, snapshot: JobSnapshot, { contact, recipient }: Receiver): Promise<Inputs> {
  const { platform, row, configuration, company } = run
  const { db } = platform
  const servicem8 = await connectionOf(db, row.userId, 'servicem8')
  const uuids = [...new Set(snapshot.lines.flatMap((line) => (line.materialUuid ? [line.materialUuid] : [])))]
  return {
    job: snapshot.job,
    lines: snapshot.lines,
    leftOut: snapshot.leftOut,
    payments: snapshot.payments,
    materials: await materialsByUuid(db, row.userId, uuids),
    products: [],
    currency: servicem8?.currency ?? 'NOK',
    taxRates: await taxRatesOf(db, row.userId),
    vatMappings: await vatTableOf(db, row.userId, company.slug),
    company: {
      vatRegistered: company.vatRegistered,
      accounts: company.accounts.length > 0 ? company.accounts.map((a) => a.code) : null,
    },
    configuration: {
      descriptionSource: configuration.invoiceDescriptionSource,
      mode: configuration.invoiceCreationMode,
      bankAccountNumber: bankAccountOf(run),
    },
    recipient: {
      yourReference: recipient.attention,
      daysUntilDueDate: contact.daysUntilInvoicingDueDate,
      fallbackPlace: snapshot.client?.address ?? '',
    },
    uuid: draftUuid({
      accountUuid: row.servicem8AccountId,
      fikenCompanySlug: company.slug,
      jobUuid: row.servicem8JobId,
      revision: row.revision,
    }),
    now: new Date(platform.clock.now()),
  }
}

/** The lines point at products where Fiken has them, or may get them; building again with them changes no amount. */
async function withProducts(run: Run, snapshot: JobSnapshot, plan: Inputs, first: BuiltDraft): Promise<BuiltDraft> {
  const products = await ensureProducts(run.platform, run.row.userId, run.fiken, {
    lines: snapshot.lines.filter((line) => !snapshot.leftOut.includes(line.uuid)),
    materials: plan.materials,
    missing: (known) => (run.configuration.autoCreateProducts ? planProducts({ ...plan, products: known }) : []),
    journal: run.journal,
    signal: run.signal,
  })
  const second = buildDraft({ ...plan, products })
  if (!second.ok || second.gross !== first.gross) throw new Error('Pointing lines at products changed the draft')
  return second
}

/** Decision 6: looked up from the configured code; omitted in drafts when empty; in invoice mode the first active normal account. */
function bankAccountOf({ configuration, company }: Run): string | null {
  const usable = company.bankAccounts.filter((account) => !account.inactive && account.bankAccountNumber !== '')
  const chosen = usable.find((account) => account.code === configuration.fikenBankAccountCode)
  if (chosen) return chosen.bankAccountNumber
  if (configuration.invoiceCreationMode !== 'invoice') return null
  return usable.find((account) => account.type === 'normal')?.bankAccountNumber ?? null
}
