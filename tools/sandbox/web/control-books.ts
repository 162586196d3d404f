import type { FastifyInstance } from 'fastify'
import { deleteDraft, draftWire, editDraft } from '../fiken/drafts.ts'
import { invoiceWire } from '../fiken/invoice-wire.ts'
import { bookDraft, settlementOf } from '../fiken/invoicing.ts'
import { creditInFull, payInvoice, takePaymentBack } from '../fiken/sales.ts'
import { localDate } from '../world/local-time.ts'
import type { FikenCompany } from '../world/state.ts'
import { findDraft, findInvoice, type World } from '../world/world.ts'
import { bodyOf, missing } from './control-jobs.ts'
import { paramOf } from './parts.ts'

export function registerBooksControl(app: FastifyInstance, world: World): void {
  const chosen = (query: unknown): FikenCompany[] => {
    const { slug } = (query ?? {}) as Record<string, string | undefined>
    return Object.values(world.state.fiken.companies).filter(
      (company) => !slug || company.slug === slug,
    )
  }

  app.get('/api/users', async () => Object.values(world.state.fiken.users))

  app.get('/api/companies', async (request) =>
    chosen(request.query).map((company) => ({
      ...company.info,
      invoiceCounter: company.invoiceCounter,
      verifiedBankAccounts: company.verifiedBankAccounts,
      openYears: company.openYears,
      bankAccounts: company.bankAccounts,
      contacts: company.contacts.length,
      products: company.products.length,
      drafts: company.drafts.length,
      invoices: company.invoices.length,
    })),
  )

  app.patch('/api/companies/:slug', async (request, reply) => {
    const company = world.state.fiken.companies[paramOf(request, 'slug')]
    if (!company) return missing(reply)
    const body = bodyOf(request)
    for (const key of ['hasApiAccess', 'vatType', 'name', 'testCompany'])
      if (key in body) Object.assign(company.info, { [key]: body[key] })
    for (const key of [
      'invoiceCounter',
      'creditNoteCounter',
      'verifiedBankAccounts',
      'openYears',
    ]) {
      if (key in body) Object.assign(company, { [key]: body[key] })
    }
    world.touch()
    return { ok: true }
  })

  app.get('/api/contacts', async (request) =>
    chosen(request.query).flatMap((company) => company.contacts),
  )
  app.get('/api/products', async (request) =>
    chosen(request.query).flatMap((company) => company.products),
  )

  app.get('/api/drafts', async (request) =>
    chosen(request.query).flatMap((company) =>
      company.drafts.map((draft) => ({ slug: company.slug, ...draftWire(company, draft) })),
    ),
  )

  app.get('/api/invoices', async (request) =>
    chosen(request.query).flatMap((company) =>
      company.invoices.map((invoice) => ({ slug: company.slug, ...invoiceWire(company, invoice) })),
    ),
  )

  app.post('/api/drafts/:id/invoice', async (request, reply) => {
    const found = findDraft(world, paramOf(request, 'id'))
    if (!found) return missing(reply)
    const { invoiceId, invoiceNumber } = bookDraft(world, found.company, found.draft)
    return { invoiceId, invoiceNumber }
  })

  app.patch('/api/drafts/:id', async (request, reply) => {
    const found = findDraft(world, paramOf(request, 'id'))
    if (!found) return missing(reply)
    editDraft(world, found.company, found.draft, bodyOf(request))
    return { ok: true }
  })

  app.delete('/api/drafts/:id', async (request, reply) => {
    const found = findDraft(world, paramOf(request, 'id'))
    if (!found) return missing(reply)
    deleteDraft(world, found.company, found.draft)
    return { ok: true }
  })

  app.post('/api/invoices/:id/pay', async (request, reply) => {
    const found = findInvoice(world, paramOf(request, 'id'))
    if (!found) return missing(reply)
    const { amount } = bodyOf(request)
    const owed = typeof amount === 'number' ? amount : settlementOf(found.invoice).outstanding
    payInvoice(world, found.invoice, owed, localDate(world.now()), '1920:10001')
    return { ok: true }
  })

  app.post('/api/invoices/:id/take-payment-back', async (request, reply) => {
    const found = findInvoice(world, paramOf(request, 'id'))
    if (!found || !takePaymentBack(world, found.invoice, localDate(world.now())))
      return missing(reply)
    return { ok: true }
  })

  app.post('/api/invoices/:id/credit', async (request, reply) => {
    const found = findInvoice(world, paramOf(request, 'id'))
    if (!found) return missing(reply)
    return creditInFull(world, found.company, found.invoice, localDate(world.now()), undefined)
  })
}
