import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FikenCompany } from '#clients/fiken/client'
import { ownFileName } from '#clients/fiken/attached-file'
import type { NewDraft } from '#clients/fiken/types'
import type { ServiceM8Client } from '#clients/servicem8/client'
import { addFile } from '#sandbox/servicem8/workshop'
import type { Sandbox } from '#sandbox/start'
import { findAccount } from '#sandbox/world/world'
import { all, type Clients, watched } from './clients.ts'

/** Calls every operation with every option; returns the operations that were never called. */

export async function everyServiceM8Call(given: Clients, sandbox: Sandbox): Promise<string[]> {
  const { client, uncalled } = watched(given.servicem8)
  await client.account()
  const since = { editedAfter: '2020-01-01 00:00:00' }
  const jobs = await all(
    client.jobs.list({ ...since, status: 'Completed', active: true, completedAfter: '2020-01-01' }),
  )
  const job = jobs.find((one) => one.companyUuid !== null && Number(one.totalInvoiceAmount) > 0)
  if (!job?.companyUuid) throw new Error('no completed job')
  await all(client.jobs.list({ companyUuid: job.companyUuid, completedBefore: '2099-01-01' }))
  await all(client.jobs.list())
  await client.jobs.get(job.uuid)
  await client.jobs.linesOf(job.uuid)
  await client.jobs.contactsOf(job.uuid)
  await client.jobs.paymentsOf(job.uuid)
  await all(client.jobParts.lines(since))
  await all(client.jobParts.contacts(since))
  await all(client.jobParts.payments(since))
  const photo = { kind: 'photo', seed: 1, width: 40, height: 30 } as const
  const account = findAccount(sandbox.world)
  if (!account) throw new Error('no account')
  addFile(sandbox.world, account, job.uuid, { name: 'Bilde.jpg', content: photo })
  const [file] = await client.attachments.ofJob(job.uuid)
  await client.attachments.download(file?.uuid ?? '', async (stream) => {
    for await (const _piece of stream);
  })
  const company = await client.clients.get(job.companyUuid)
  await client.clients.contactsOf(company.uuid)
  await client.clients.setBillingAddress(company, 'Sjøgata 2\n8006 Bodø')
  await all(client.clients.list())
  await all(client.clients.list(since))
  await all(client.clientContacts.list(since))
  const [rate] = await client.taxRates.list()
  await client.categories.list()
  await all(client.payments.list(since))
  const paidAt = '2026-11-20 12:00:00'
  await client.payments.create({
    uuid: crypto.randomUUID(),
    jobUuid: job.uuid,
    amount: '10.50',
    method: 'Fiken',
    note: 'Til prøve',
    paidAt,
  })
  await everyMaterialCall(client, rate?.uuid)
  await everyWebhookCall(client, sandbox)
  return uncalled()
}

async function everyMaterialCall(
  client: ServiceM8Client,
  taxRateUuid: string | undefined,
): Promise<void> {
  const uuid = crypto.randomUUID()
  await client.materials.create({
    uuid,
    name: 'Prøvekabel',
    itemNumber: 'PK-1',
    description: 'Til prøve',
    barcode: '7044000000001',
    price: '10.5',
    cost: '4',
    priceIncludesTax: false,
    taxRateUuid,
    isInventoried: true,
    quantityInStock: '3.5',
  })
  await client.materials.update(uuid, {
    price: '12.25',
    quantityInStock: '2',
    active: true,
    isInventoried: false,
  })
  await client.materials.get(uuid)
  await all(client.materials.list({ itemNumber: 'PK-1', editedAfter: '2020-01-01 00:00:00' }))
  await all(client.materials.list())
  await client.materials.remove(uuid)
}

async function everyWebhookCall(client: ServiceM8Client, sandbox: Sandbox): Promise<void> {
  const { challenge } = sandbox.world.settings.servicem8
  sandbox.world.settings.servicem8.challenge = 'query'
  const callback = createServer((request, response) => {
    response.end(new URL(request.url ?? '/', 'http://callback').searchParams.get('challenge') ?? '')
  })
  await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve))
  try {
    const callbackUrl = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/`
    await client.webhooks.subscribeObject({
      object: 'job',
      fields: ['status'],
      callbackUrl,
      uniqueId: 'prøve',
    })
    await client.webhooks.subscribeEvent({ event: 'job.completed', callbackUrl })
    for (const { uuid } of await client.webhooks.list()) await client.webhooks.remove(uuid)
  } finally {
    sandbox.world.settings.servicem8.challenge = challenge
    callback.closeAllConnections()
    await new Promise((resolve) => callback.close(resolve))
  }
}

export async function everyFikenCall(given: Clients, today: string): Promise<string[]> {
  const { client, uncalled } = watched(given.fiken)
  await client.user()
  const [first] = (await client.companies.list()).filter(
    (one) => one.hasApiAccess && one.vatRegistered,
  )
  if (!first) throw new Error('no company')
  await client.companies.get(first.slug)
  const company = watched(client.company(first.slug))
  const customerId = await everyContactCall(company.client)
  await everyProductCall(company.client)
  await everyInvoiceCall(company.client, customerId, today)
  return [...uncalled(), ...company.uncalled()]
}

async function everyContactCall({
  contacts,
  accounts,
  bankAccounts,
}: FikenCompany): Promise<number> {
  await bankAccounts()
  await bankAccounts({ inactive: true })
  await accounts()
  await accounts({ from: '3000', to: '3999' })
  const contactId = await contacts.create({
    name: 'Prøvekunde AS',
    email: 'post@prove.no',
    organizationNumber: '974 760 673',
    phone: '55 12 34 56',
    memberNumber: 'client-x',
    address: { street: 'Kaigata 4', street2: '', postalCode: '5003', city: 'Bergen', country: '' },
  })
  await contacts.create({ name: 'Bare et navn' })
  await contacts.get(contactId)
  await contacts.update(contactId, { phone: '55 12 34 57', inactive: false, customer: true })
  await contacts.find({ memberNumberString: 'client-x' })
  await contacts.find({ organizationNumber: '974760673' })
  await contacts.find({ email: 'post@prove.no' })
  await contacts.find({ name: 'Prøvekunde AS' })
  await all(contacts.list())
  await all(contacts.list({ modifiedSince: '2020-01-01' }))
  return contactId
}

async function everyProductCall({ products }: FikenCompany): Promise<void> {
  const productId = await products.create({
    name: 'Kabel',
    productNumber: 'PK-2',
    unitPrice: 1_050,
    incomeAccount: '3000',
    vatType: 'HIGH',
    stock: 2.5,
    note: 'Til prøve',
  })
  await products.get(productId)
  await products.update(productId, { unitPrice: 1_225 })
  await products.update(productId, { stock: null, active: false })
  await products.find({ productNumber: 'PK-2' })
  await all(products.list({ modifiedSince: '2020-01-01' }))
  await products.remove(productId)
}

async function everyInvoiceCall(
  { drafts, invoices, creditNotes, bankAccounts, products, attachments }: FikenCompany,
  customerId: number,
  today: string,
): Promise<void> {
  const bank = (await bankAccounts()).find(
    (account) => account.type === 'normal' && !account.inactive,
  )
  const [product] = await all(products.list())
  const draft: NewDraft = {
    uuid: crypto.randomUUID(),
    customerId,
    issueDate: today,
    daysUntilDueDate: 14,
    invoiceText: 'Byttet bereder',
    yourReference: 'Kari',
    ourReference: 'Jobb #1',
    orderReference: 'PO-1',
    bankAccountNumber: bank?.bankAccountNumber,
    lines: [
      {
        description: 'Arbeid',
        quantity: '1.1',
        unitPrice: 95_000,
        vatType: 'HIGH',
        incomeAccount: '3020',
        comment: 'Timer',
      },
      {
        productId: product?.productId,
        description: 'Vare',
        quantity: '2',
        unitPrice: 10_000,
        vatType: 'HIGH',
        incomeAccount: '3000',
      },
    ],
  }
  await drafts.findByUuid(draft.uuid)
  const draftId = await drafts.create(draft)
  await drafts.findByUuid(draft.uuid)
  await drafts.get(draftId)
  await drafts.update(draftId, { ...draft, ourReference: 'Jobb #2' })
  await all(drafts.list({ orderReference: 'PO-1' }))
  await drafts.page(0)
  await drafts.remove(await drafts.create({ ...draft, uuid: crypto.randomUUID() }))
  const file = new Blob(['%PDF-1.4'])
  const name = ownFileName('Bilde', draft.uuid, 'pdf')
  await attachments.add({ kind: 'draft', id: draftId }, { name, file })
  await attachments.list({ kind: 'draft', id: draftId })
  await drafts.createInvoice(draftId)
  const invoice = await invoices.findByDraftUuid(draft.uuid)
  await invoices.get(invoice?.invoiceId ?? 0)
  await invoices.getWithLines(invoice?.invoiceId ?? 0)
  const place = { kind: 'invoice', id: invoice?.invoiceId ?? 0 } as const
  await attachments.add(place, { name, file })
  await attachments.list(place)
  await invoices.counter()
  const { issueDate: day } = draft
  await all(invoices.list())
  await invoices.page(0)
  await all(
    invoices.list({
      modifiedSince: day,
      from: day,
      to: day,
      settled: false,
      customerId,
      orderReference: draft.orderReference,
    }),
  )
  await all(invoices.list({ settled: true, dueFrom: day, dueTo: day }))
  await all(creditNotes.list({ from: '2020-01-01' }))
}
