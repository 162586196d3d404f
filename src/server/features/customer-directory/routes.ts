import type { FastifyInstance } from 'fastify'
import { mayWriteCustomers } from '#clients/servicem8/oauth'
import * as importing from '#shared/contracts/customer-import'
import * as contract from '#shared/contracts/customers'
import { createKeptAnswers } from '../../platform/http/kept-answers.ts'
import { sayPage } from '../../platform/http/paging.ts'
import { route } from '../../platform/http/route.ts'
import { HttpError, notFound } from '../../platform/http-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { connectionsOf } from '../connections/queries.ts'
import { saveBilling, undoBilling, type Saved } from '../customers/billing/save-billing.ts'
import { writeNow } from '../customers/billing/write-billing.ts'
import { clientsReadAt } from '../mirrors/clients.ts'
import { scopesOf } from '../mirrors/schedule.ts'
import { readDecisions, undoDecision } from './decisions.ts'
import { customersFingerprint } from './fingerprint-store.ts'
import {
  chooseContact,
  createContacts,
  readImport,
  readImportRows,
  reconsiderCustomer,
  rejectContacts,
  startImport,
} from './import.ts'
import { readCustomer, readCustomers, readTheirs, refreshCustomers } from './read-customers.ts'
import { findContacts } from './search-contacts.ts'

export function customerRoutes(app: FastifyInstance, platform: Platform): void {
  const kept = createKeptAnswers()
  route(app, contract.readCustomers, async ({ company, query, reply }) => {
    if (query.forceRefresh === 'true') await refreshCustomers(platform, company.id)
    const fingerprint = await customersFingerprint(platform, company.id)
    const list = await kept.of(company.id, fingerprint, async () => {
      const rows = await readCustomers(platform, company.id)
      return JSON.stringify(contract.readCustomers.answer.parse(rows))
    })
    return reply.type('application/json; charset=utf-8').send(list)
  })
  route(app, contract.readCustomersState, async ({ company }) => {
    const { servicem8 } = await connectionsOf(platform.db, company.id)
    const { slug } = await scopesOf(platform.db, company.id)
    const readAt = await clientsReadAt(platform.db, company.id)
    return {
      servicem8Connected: servicem8?.status === 'connected',
      fikenReady: slug !== null,
      readAt: readAt?.toISOString() ?? null,
      mayWrite: servicem8?.status === 'connected' && mayWriteCustomers(servicem8.scope),
    }
  })
  route(app, contract.saveCustomer, async ({ company, params, body }) => {
    const { version, ...fields } = body
    const saved = await saveBilling(platform, company.id, params.uuid, fields, version)
    return answer(platform, company.id, saved)
  })
  route(app, contract.undoCustomer, async ({ company, params, body }) => {
    const undone = await undoBilling(platform, company.id, params.uuid, body.undo)
    return answer(platform, company.id, undone, 'Lagringen er angret')
  })
  route(app, contract.writeCustomerAgain, async ({ company, params }) => {
    await writeNow(platform, company.id, params.uuid)
    const customer = await known(platform, company.id, params.uuid)
    return { message: messageFor(customer), customer, undo: null }
  })
  route(app, contract.readDecisions, ({ company }) => readDecisions(platform, company.id))
  route(app, contract.undoDecision, async ({ company, body }) => ({
    message: await undoDecision(platform, company.id, body),
  }))
  route(app, contract.searchFikenContacts, async ({ company, query }) => ({
    success: true,
    contacts: await findContacts(platform, company.id, query.query),
  }))
  route(app, importing.startImport, ({ actor, company }) =>
    startImport(platform, company.id, actor),
  )
  route(app, importing.readImport, ({ company }) => readImport(platform, company.id))
  route(app, importing.readImportRows, async ({ company, query, reply }) => {
    const { rows, total } = await readImportRows(platform, company.id, query)
    sayPage(reply, { total, nextCursor: null })
    return rows
  })
  route(app, importing.chooseContact, ({ company, body }) =>
    chooseContact(platform, company.id, body),
  )
  route(app, importing.rejectContacts, ({ company, body }) =>
    rejectContacts(platform, company.id, body),
  )
  route(app, importing.reconsiderCustomer, ({ company, body }) =>
    reconsiderCustomer(platform, company.id, body.uuid),
  )
  route(app, importing.createContacts, ({ actor, company, body }) =>
    createContacts(platform, company.id, actor, body.uuids),
  )
}

async function answer(platform: Platform, companyId: string, saved: Saved, done?: string) {
  const customer = await known(platform, companyId, saved.clientUuid)
  if (saved.kind === 'changed') {
    throw new HttpError(
      409,
      'changed_elsewhere',
      'Kunden er endret i mellomtiden. Se begge versjonene, og velg hvilken som skal gjelde.',
      { customer, theirs: await readTheirs(platform, companyId, saved.client) },
    )
  }
  return { message: messageFor(customer, done), customer, undo: saved.write.change }
}

async function known(
  platform: Platform,
  companyId: string,
  uuid: string,
): Promise<contract.Customer> {
  const customer = await readCustomer(platform, companyId, uuid)
  if (!customer) throw notFound('Kunden finnes ikke.')
  return customer
}

function messageFor({ saved }: contract.Customer, done = 'Fakturaadressen er lagret'): string {
  if (!saved || saved.servicem8 === 'written') return `${done} her og i ServiceM8.`
  const { servicem8, why } = saved
  const sentence =
    servicem8 === 'waiting'
      ? `${done} her, og ServiceM8 får den så snart det går.`
      : `${done} her, men ikke i ServiceM8.`
  return `${sentence} ${why}`.trim()
}
