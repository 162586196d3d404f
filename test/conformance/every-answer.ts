import { TABLES } from '#sandbox/servicem8/columns'
import type { Sandbox } from '#sandbox/start'
import { localDate } from '#sandbox/world/local-time'
import type { Clients } from './clients.ts'

/** Sends requests that the product never makes, including invalid ones, to the sandbox. */

type Call = (method: string, path: string, body?: object) => Promise<Response>

function caller(origin: string, token: string): Call {
  return (method, path, body) => {
    const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}) }
    if (body === undefined) return fetch(`${origin}${path}`, { method, headers })
    if (body instanceof FormData) return fetch(`${origin}${path}`, { method, headers, body })
    return fetch(`${origin}${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }
}

const NOBODY = '00000000-0000-4000-8000-000000000000'

const REQUIRED: Record<string, unknown> = { status: 'Quote', quantity: '1', email: 'ny@example.no' }

const OPTIONAL: Record<string, object> = {
  materialbundle: { material_list: [{ uuid: NOBODY, quantity: 1 }] },
}

export async function everyServiceM8Answer(
  clients: Clients,
  sandbox: Sandbox,
  allScopes: string,
): Promise<void> {
  const call = caller(`${sandbox.servicem8Url}/api_1.0`, allScopes)
  for (const [table, { required, single }] of Object.entries(TABLES)) {
    const sent = Object.fromEntries(
      required.map((field) => [field, REQUIRED[field] ?? `Ny ${table}`]),
    )
    const made = await call('POST', `/${table}.json`, { ...sent, ...OPTIONAL[table] })
    if (!made.ok) throw new Error(`${table}: ${made.status} ${await made.text()}`)
    const one = `/${single || table}/${made.headers.get('x-record-uuid') ?? ''}.json`
    await call('GET', `/${table}.json`)
    await call('GET', one)
    await call('POST', one, sent)
    await call('DELETE', one)
    await call('GET', `/${single || table}/${NOBODY}.json`)
  }
  await call('POST', '/material.json', { item_number: 'X-1' })
  await call('GET', `/job.json?${new URLSearchParams({ $filter: 'no_such_field eq 1' })}`)
  await caller(`${sandbox.servicem8Url}/api_1.0`, 'no such token')('GET', '/job.json')
  await caller(`${sandbox.servicem8Url}/api_1.0`, '')('GET', '/job.json')
  await caller(`${sandbox.servicem8Url}/api_1.0`, clients.servicem8Token)('GET', '/staff.json')
  const { servicem8 } = sandbox.world.settings
  const { perMinute } = servicem8
  servicem8.perMinute = 0
  await call('GET', '/job.json')
  servicem8.perMinute = perMinute
  const [account] = Object.values(sandbox.world.state.servicem8.accounts)
  if (!account) throw new Error('no account')
  account.inGoodStanding = false
  await call('GET', '/job.json')
  account.inGoodStanding = true
}

export async function everyFikenAnswer(clients: Clients, sandbox: Sandbox): Promise<void> {
  const api = caller(`${sandbox.fikenUrl}/api/v2`, clients.fikenToken)
  const [first] = (await clients.fiken.companies.list()).filter(
    (one) => one.hasApiAccess && one.vatRegistered,
  )
  const slug = first?.slug ?? ''
  const call: Call = (method, path, body) => api(method, `/companies/${slug}${path}`, body)
  const today = localDate(sandbox.world.now())
  const bank = sandbox.world.state.fiken.companies[slug]?.bankAccounts[0]
  const contactId = await idOf(call('POST', '/contacts', { name: 'Annen kunde', customer: true }))
  await contactPersons(call, contactId)
  const invoice = {
    issueDate: today,
    dueDate: today,
    bankAccountCode: bank?.accountCode,
    cash: false,
    customerId: contactId,
    lines: [
      {
        description: 'Arbeid',
        quantity: 1,
        unitPrice: 100_000,
        vatType: 'HIGH',
        incomeAccount: '3020',
      },
    ],
  }
  const invoiceId = await idOf(call('POST', '/invoices', invoice))
  await call('PATCH', `/invoices/${invoiceId}`, { newDueDate: today, sentManually: true })
  await call('POST', '/invoices/send', {
    invoiceId,
    method: ['email'],
    includeDocumentAttachments: false,
  })
  await call('POST', `/invoices/${invoiceId}/attachments`, pdf())
  await call('GET', `/invoices/${invoiceId}/attachments`)
  await call('GET', `/bankAccounts/${bank?.bankAccountId}`)
  await call('GET', '/accounts/3000')
  await drafts(call, contactId)
  await sales(call, invoiceId, bank?.accountCode ?? '', today)
  await call('GET', `/invoices/${invoiceId}`)
  await call('DELETE', `/contacts/${contactId}`)
  await call('DELETE', `/contacts/${await idOf(call('POST', '/contacts', { name: 'Ubrukt' }))}`)
  await fikenRefusals(call, api, sandbox, invoice)
}

async function contactPersons(call: Call, contactId: number): Promise<void> {
  const people = `/contacts/${contactId}/contactPerson`
  const address = { streetAddress: 'Kaigata 4', country: 'Norway' }
  const id = await idOf(
    call('POST', people, {
      name: 'Kari',
      email: 'kari@example.no',
      phoneNumber: '55123456',
      address,
    }),
  )
  await call('GET', people)
  await call('GET', `${people}/${id}`)
  await call('PUT', `${people}/${id}`, { name: 'Kari Nordmann', email: 'kari@example.no' })
  await call('GET', `/contacts/${contactId}`)
  await call('DELETE', `${people}/${id}`)
}

async function drafts(call: Call, customerId: number): Promise<void> {
  const draft = {
    type: 'invoice',
    uuid: crypto.randomUUID(),
    customerId,
    daysUntilDueDate: 14,
    lines: [],
  }
  const id = await idOf(call('POST', '/invoices/drafts', draft))
  await call('POST', '/invoices/drafts', draft)
  await call('POST', `/invoices/drafts/${id}/attachments`, pdf())
  await call('GET', `/invoices/drafts/${id}/attachments`)
  await call('GET', `/invoices/drafts/${id}`)
}

async function sales(call: Call, invoiceId: number, account: string, date: string): Promise<void> {
  const { sale } = (await (await call('GET', `/invoices/${invoiceId}`)).json()) as {
    sale: { saleId: number }
  }
  await call('GET', '/sales')
  await call('POST', `/sales/${sale.saleId}/payments`, { date, account, amount: 1_000 })
  await call('GET', `/sales/${sale.saleId}/payments`)
  await call('PATCH', `/sales/${sale.saleId}/settled?settledDate=${date}`)
  await call('GET', `/sales/${sale.saleId}`)
  await call('POST', '/creditNotes/counter', { value: 100 })
  await call('GET', '/creditNotes/counter')
  const note = await idOf(
    call('POST', '/creditNotes/full', { issueDate: date, invoiceId, creditNoteText: 'Feil' }),
  )
  await call('GET', '/creditNotes')
  await call('GET', `/creditNotes/${note}`)
}

async function fikenRefusals(
  call: Call,
  api: Call,
  sandbox: Sandbox,
  invoice: object,
): Promise<void> {
  await call('POST', '/contacts', { email: 'uten@navn.no' })
  await call('GET', '/contacts/1')
  await call('POST', '/invoices', { ...invoice, lines: [] })
  await caller(`${sandbox.fikenUrl}/api/v2`, '')('GET', '/user')
  await api('GET', '/companies/finnes-ikke/contacts')
  const closed = Object.values(sandbox.world.state.fiken.companies).find(
    (company) => !company.info.hasApiAccess,
  )
  await api('GET', `/companies/${closed?.slug}/contacts`)
  await call('POST', '/invoices/counter', { value: 10_000 })
  await call('POST', '/invoices/drafts', {
    type: 'invoice',
    customerId: 1,
    daysUntilDueDate: 14,
    projectId: 7,
  })
}

function pdf(): FormData {
  const form = new FormData()
  form.set('filename', 'rapport.pdf')
  form.set('attachToSale', 'true')
  form.set('file', new Blob(['%PDF-1.7']), 'rapport.pdf')
  return form
}

async function idOf(answering: Promise<Response>): Promise<number> {
  const answer = await answering
  const id = Number(/\/(\d+)$/.exec(answer.headers.get('location') ?? '')?.[1])
  if (!id) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`)
  return id
}
