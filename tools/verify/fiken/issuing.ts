import { idOf } from '#clients/fiken/access'
import type { Invoice } from '#clients/fiken/types'
import { MARK, untilSeen, type Lab } from '../lab.ts'
import { notAsked, seen, type Point, type Seen } from '../point.ts'
import { brief, objectOf, rowsOf, type RawAnswer } from '../wire.ts'
import { attach } from './attachments.ts'
import { makeProduct } from './products.ts'

const ISSUE = 'src/server/features/documents/issue.ts'

/**
 * Questions that only an issued invoice can answer. All leave traces: a number, an invoice or a
 * payment. The first question starts the number series that the later ones need.
 */
export const ISSUING: Point[] = [
  {
    id: 'fiken.issuing.counter',
    question: 'Does starting the number series by API cure "Missing number series"?',
    expected: 'createInvoice 400, GET counter 404 or 409, POST counter 201, createInvoice 201',
    today: 'a person starts the series in Fiken; until then the transfer waits with that cause',
    file: 'src/clients/fiken/invoices.ts',
    whatToChange:
      'Nothing breaks: the series is never started by us. What is seen may go into the cause’s text',
    traces: true,
    async ask({ fiken }) {
      if ((await fiken.company.invoices.counter()) !== null)
        return notAsked('the company has a number series; use a new test company')
      const { draftId } = await fiken.draft(await withBank(fiken))
      const refused = await fiken.raw('POST', `/invoices/drafts/${draftId}/createInvoice`)
      const counter = await fiken.raw('GET', '/invoices/counter')
      const started = await fiken.raw('POST', '/invoices/counter', { json: {} })
      const issued = await fiken.raw('POST', `/invoices/drafts/${draftId}/createInvoice`)
      const all = [refused, counter, started, issued]
      return seen(
        all.map(({ status }) => status).join(', '),
        refused.status === 400 &&
          [404, 409].includes(counter.status) &&
          started.status === 201 &&
          issued.status === 201,
      )
    },
  },
  {
    id: 'fiken.issuing.location',
    question: 'Which id is in the Location of createInvoice?',
    expected: 'the invoice’s, not the sale’s',
    today: 'it is not read: the invoice is looked up by the draft’s uuid',
    file: ISSUE,
    whatToChange: 'Nothing: the look-up does not depend on it',
    traces: true,
    async ask(lab) {
      const { answer, invoice } = await issueDraft(lab)
      const id = idOf(answer.headers.get('location'))
      const is =
        id === invoice.invoiceId ? 'invoiceId' : id === invoice.saleId ? 'saleId' : 'neither'
      return seen(`${answer.status}, ${is}`, id === invoice.invoiceId)
    },
  },
  {
    id: 'fiken.issuing.uuid-after-issue',
    question: 'May a uuid be used again when its draft has become an invoice?',
    expected: 'no: 500 as for a duplicate',
    today: 'invoices are searched for the uuid before every create',
    file: 'src/server/features/documents/create-once.ts',
    whatToChange: 'Nothing: the search comes first. Never shorten it to the drafts alone',
    traces: true,
    async ask(lab) {
      const { invoice } = await issueDraft(lab)
      const again = await lab.fiken.tryDraft(await lab.fiken.draftBody({ uuid: invoice.draftUuid }))
      return seen(brief(again), again.status === 500)
    },
  },
  {
    id: 'fiken.issuing.without-bank-account',
    question: 'What is answered when a draft without a bank account number is issued?',
    expected: '403 that names the bank account',
    today:
      'invoice mode sends the number of the chosen account, and a refusal is a cause of its own',
    file: ISSUE,
    whatToChange:
      'Issued without one: nothing. Another status: add it where issue.ts reads the refusal',
    traces: true,
    async ask(lab) {
      const { draftId } = await lab.fiken.draft()
      const answer = await lab.fiken.raw('POST', `/invoices/drafts/${draftId}/createInvoice`)
      return seen(brief(answer), answer.status === 403 && /bank account/i.test(answer.text))
    },
  },
  {
    id: 'fiken.issuing.stock',
    question: 'When is stock deducted?',
    expected: 'when the invoice is made: 5 becomes 3',
    today: 'each stock is read again right before it is written',
    file: 'src/server/features/product-sync/writes',
    whatToChange: 'Say in the help when it is deducted; nothing else counts on it',
    traces: true,
    async ask(lab) {
      const { productId } = await makeProduct(lab, { stock: 5 })
      await issueDraft(lab, { lines: [{ productId, quantity: 2 }] })
      const { stock } = objectOf(await lab.fiken.raw('GET', `/products/${productId}`))
      return seen(`5 became ${JSON.stringify(stock)}`, stock === 3)
    },
  },
  {
    id: 'fiken.issuing.stock-after-credit',
    question: 'Does a credit note put the stock back?',
    expected: 'no (not known to anybody)',
    today: 'the comparison shows Fiken’s stock as it is',
    file: 'src/server/features/products/stock.ts',
    whatToChange: 'Say in the help that a credit note counts; nothing else counts on it',
    traces: true,
    async ask(lab) {
      const { productId } = await makeProduct(lab, { stock: 5 })
      const { invoice } = await issueDraft(lab, { lines: [{ productId, quantity: 2 }] })
      const credit = { issueDate: lab.fiken.today(), invoiceId: invoice.invoiceId }
      const answer = await lab.fiken.raw('POST', '/creditNotes/full', { json: credit })
      if (answer.status === 409)
        return notAsked('the company has no number series for credit notes')
      const { stock } = objectOf(await lab.fiken.raw('GET', `/products/${productId}`))
      return seen(`${answer.status}, stock ${JSON.stringify(stock)}`, stock === 3)
    },
  },
  {
    id: 'fiken.issuing.credit-after-payment',
    question: 'What does an invoice say that was paid in full, and then credited in part?',
    expected: 'the id of the note, whose gross is what was credited; nothing outstanding',
    today: 'only the notes decide how much; as long as something is outstanding it must agree',
    file: 'src/shared/credit.ts',
    whatToChange:
      'Compare the outstanding balance in creditedOf as Fiken writes it; without ids, find the notes by their invoice',
    traces: true,
    ask: creditAfterPayment,
  },
  {
    id: 'fiken.issuing.attachments',
    question: 'Does an invoice get the attachments of its draft?',
    expected: 'no (not known to anybody)',
    today: 'a file that is on the draft is not sent to its invoice',
    file: 'src/server/features/attachments/place.ts',
    whatToChange: 'Nothing if it does; else plan the files anew when the draft is invoiced',
    traces: true,
    async ask(lab) {
      const { draftId, uuid } = await lab.fiken.draft(await withBank(lab.fiken))
      const attached = await attach(lab.fiken, draftId, 'verify.pdf')
      const { invoice } = await issue(lab, draftId, uuid)
      const list = await lab.fiken.raw('GET', `/invoices/${invoice.invoiceId}/attachments`)
      return seen(
        `draft ${attached.status}, invoice ${rowsOf(list).length}`,
        attached.status === 201 && rowsOf(list).length === 0,
      )
    },
  },
  {
    id: 'fiken.issuing.last-modified-after-payment',
    question: 'Does a payment change the invoice’s lastModifiedDate?',
    expected: 'no',
    today: 'every unpaid invoice is read each hour beside the changed ones (decision 0017)',
    file: 'src/server/features/payments/look.ts',
    whatToChange: 'Nothing breaks; the list of unpaid ones could then be read once a night',
    traces: true,
    async ask(lab) {
      const { fiken } = lab
      const older = await olderInvoice(lab)
      if (!older) {
        await issueDraft(lab)
        return notAsked('needs an invoice from before today: one was made now, run this tomorrow')
      }
      const [account] = await fiken.company.bankAccounts()
      const payment = { date: fiken.today(), account: account?.code, amount: 1 }
      const answer = await fiken.raw('POST', `/sales/${older.saleId}/payments`, { json: payment })
      const { lastModified } = await fiken.company.invoices.get(older.invoiceId)
      return seen(
        `${answer.status}; ${older.lastModified} became ${lastModified}`,
        answer.status === 201 && lastModified === older.lastModified,
      )
    },
  },
  {
    id: 'fiken.issuing.invoice-filter',
    question: 'Does GET /invoices?invoiceDraftUuid= filter?',
    expected: 'no rows for a uuid that no invoice has',
    today: 'every row is compared',
    file: 'src/clients/fiken/access.ts',
    whatToChange: 'Nothing breaks; each look-up costs a page for each hundred invoices',
    async ask({ fiken }) {
      const answer = await fiken.raw('GET', '/invoices', {
        query: { invoiceDraftUuid: crypto.randomUUID(), page: 0, pageSize: 100 },
      })
      const rows = rowsOf(answer)
      const all = rowsOf(await fiken.raw('GET', '/invoices', { query: { page: 0, pageSize: 1 } }))
      if (rows.length === 0 && all.length === 0)
        return notAsked('the company has no invoices to leave out')
      return seen(
        `${answer.status}, ${rows.length} rows`,
        answer.status === 200 && rows.length === 0,
      )
    },
  },
  {
    id: 'fiken.issuing.bank-verification',
    question: 'Must a bank account be verified in Fiken before an invoice is issued by API?',
    expected: 'yes: by Altinn, or by one invoice made in Fiken itself',
    today: 'onboarding recommends drafts; a refusal says what to do in Fiken',
    file: ISSUE,
    whatToChange: 'Change the text of the cause to what Fiken asks for',
    ask: 'Add a bank account in the test company, choose it under Innstillinger, switch on invoice mode and complete a job',
  },
]

async function creditAfterPayment(lab: Lab): Promise<Seen> {
  const { fiken } = lab
  const { invoice } = await issueDraft(lab)
  const { invoiceId, saleId, gross } = invoice
  const [account] = await fiken.company.bankAccounts()
  const date = fiken.today()
  const paid = await fiken.raw('POST', `/sales/${saleId}/payments`, {
    json: { date, account: account?.code, amount: gross },
  })
  if (paid.status !== 201) throw new Error(`the payment was not taken: ${brief(paid)}`)
  const credited = await fiken.raw('POST', '/creditNotes/partial', {
    json: { issueDate: date, invoiceId, lines: [fiken.line(100)] },
  })
  if (credited.status === 409) return notAsked('the company has no number series for credit notes')
  if (credited.status !== 201) throw new Error(`the credit note was not made: ${brief(credited)}`)
  const note = objectOf(
    await fiken.raw('GET', `/creditNotes/${idOf(credited.headers.get('location'))}`),
  )
  const { creditNotes, totalPaid, outstanding } = await fiken.company.invoices.get(invoiceId)
  const sum = Number(note['gross'])
  return seen(
    `${creditNotes.length} note of ${sum}, associatedInvoiceId ${JSON.stringify(note['associatedInvoiceId'])}; paid ${totalPaid} of ${gross}, outstanding ${outstanding}`,
    creditNotes.length === 1 &&
      creditNotes[0] === note['creditNoteId'] &&
      note['associatedInvoiceId'] === invoiceId &&
      Math.abs(sum) < gross &&
      totalPaid === gross &&
      outstanding === 0,
  )
}

async function withBank({ company }: Lab['fiken']): Promise<Record<string, unknown>> {
  const account = (await company.bankAccounts()).find(
    ({ type, inactive, bankAccountNumber }) =>
      type === 'normal' && !inactive && bankAccountNumber !== '',
  )
  if (!account) throw new Error('the company has no ordinary bank account with a number')
  return { bankAccountNumber: account.bankAccountNumber }
}

async function issueDraft(
  lab: Lab,
  more: Record<string, unknown> = {},
): Promise<{ answer: RawAnswer; invoice: Invoice }> {
  const { draftId, uuid } = await lab.fiken.draft({ ...(await withBank(lab.fiken)), ...more })
  return issue(lab, draftId, uuid)
}

async function issue(
  { fiken, clock }: Lab,
  draftId: number,
  uuid: string,
): Promise<{ answer: RawAnswer; invoice: Invoice }> {
  const answer = await fiken.raw('POST', `/invoices/drafts/${draftId}/createInvoice`)
  if (answer.status !== 201) throw new Error(`createInvoice: ${brief(answer)}`)
  const found = await untilSeen(clock, 60_000, () => fiken.company.invoices.findByDraftUuid(uuid))
  if (!found) throw new Error('the invoice is not in the list after a minute')
  return { answer, invoice: found.value }
}

/** Returns an unpaid invoice that an earlier run created before today; null if there is none. */
async function olderInvoice({ fiken }: Lab): Promise<Invoice | null> {
  for await (const { rows } of fiken.company.invoices.list({ settled: false })) {
    const ours = rows.find(
      (row) =>
        row.ourReference === MARK &&
        row.totalPaid === 0 &&
        row.saleId !== null &&
        row.lastModified < fiken.today(),
    )
    if (ours) return ours
  }
  return null
}
