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
  route(app, contract.readCustomers, async ({ user, query, reply }) => {
    if (query.forceRefresh === 'true') await refreshCustomers(platform, user.id)
    const fingerprint = await customersFingerprint(platform, user.id)
    const list = await kept.of(user.id, fingerprint, async () => {
      const rows = await readCustomers(platform, user.id)
      return JSON.stringify(contract.readCustomers.answer.parse(rows))
    })
    return reply.type('application/json; charset=utf-8').send(list)
  })
  route(app, contract.readCustomersState, async ({ user }) => {
    const { servicem8 } = await connectionsOf(platform.db, user.id)
    const { slug } = await scopesOf(platform.db, user.id)
    const readAt = await clientsReadAt(platform.db, user.id)
    return {
      servicem8Connected: servicem8?.status === 'connected',
      fikenReady: slug !== null,
      readAt: readAt?.toISOString() ?? null,
      mayWrite: servicem8?.status === 'connected' && mayWriteCustomers(servicem8.scope),
    }
  })
  route(app, contract.saveCustomer, async ({ user, params, body }) => {
    const { version, ...fields } = body
    const saved = await saveBilling(platform, user.id, params.uuid, fields, version)
    return answer(platform, user.id, saved)
  })
  route(app, contract.undoCustomer, async ({ user, params, body }) => {
    const undone = await undoBilling(platform, user.id, params.uuid, body.undo)
    return answer(platform, user.id, undone, 'Lagringen er angret')
  })
  route(app, contract.writeCustomerAgain, async ({ user, params }) => {
    await writeNow(platform, user.id, params.uuid)
    const customer = await known(platform, user.id, params.uuid)
    return { message: messageFor(customer), customer, undo: null }
  })
  route(app, contract.readDecisions, ({ user }) => readDecisions(platform, user.id))
  route(app, contract.undoDecision, async ({ user, body }) => ({
    message: await undoDecision(platform, user.id, body),
  }))
  route(app, contract.searchFikenContacts, async ({ user, query }) => ({
    success: true,
    contacts: await findContacts(platform, user.id, query.query),
  }))
  route(app, importing.startImport, ({ user }) => startImport(platform, user.id))
  route(app, importing.readImport, ({ user }) => readImport(platform, user.id))
  route(app, importing.readImportRows, async ({ user, query, reply }) => {
    const { rows, total } = await readImportRows(platform, user.id, query)
    sayPage(reply, { total, nextCursor: null })
    return rows
  })
  route(app, importing.chooseContact, ({ user, body }) => chooseContact(platform, user.id, body))
  route(app, importing.rejectContacts, ({ user, body }) => rejectContacts(platform, user.id, body))
  route(app, importing.reconsiderCustomer, ({ user, body }) =>
    reconsiderCustomer(platform, user.id, body.uuid),
  )
  route(app, importing.createContacts, ({ user, body }) =>
    createContacts(platform, user.id, body.uuids),
  )
}

async function answer(platform: Platform, userId: string, saved: Saved, done?: string) {
  const customer = await known(platform, userId, saved.clientUuid)
  if (saved.kind === 'changed') {
    throw new HttpError(
      409,
      'changed_elsewhere',
      'Kunden er endret i mellomtiden. Se begge versjonene, og velg hvilken som skal gjelde.',
      { customer, theirs: await readTheirs(platform, userId, saved.client) },
    )
  }
  return { message: messageFor(customer, done), customer, undo: saved.write.change }
}

async function known(platform: Platform, userId: string, uuid: string): Promise<contract.Customer> {
  const customer = await readCustomer(platform, userId, uuid)
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
