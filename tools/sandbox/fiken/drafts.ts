import type { FastifyInstance } from 'fastify'
import type { WireDraft } from '#clients/fiken/wire'
import { loseAnswer } from '../http/origin.ts'
import { LOST_ANSWER } from '../sentinels.ts'
import type { FikenCompany, StoredDraft } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { companyRoute, type Call } from './access.ts'
import { addAttachment } from './attachments.ts'
import { readDraft } from './draft-rules.ts'
import { fikenError, replaceRow } from './errors.ts'
import { bookDraft } from './invoicing.ts'
import { equals, paged } from './paging.ts'

export function registerDrafts(app: FastifyInstance, world: World): void {
  companyRoute(app, world, 'GET', '/invoices/drafts', (call) => {
    const { uuid, orderReference } = call.query
    const company = call.listed()
    const rows = company.drafts.filter(
      (draft) => equals(uuid, draft.uuid) && equals(orderReference, draft.orderReference),
    )
    return paged(call, rows).map((draft) => draftWire(company, draft))
  })

  companyRoute(app, world, 'POST', '/invoices/drafts', (call) => {
    const { company } = call
    const fields = readDraft(world, company, call.body, call.today)
    if (company.draftUuids.includes(fields.uuid)) {
      world.ledger.draftsRefused += 1
      throw fikenError(500, 'duplikatfeil')
    }
    const draft: StoredDraft = {
      ...fields,
      draftId: world.nextId(),
      lastModifiedDate: call.today,
      attachments: [],
    }
    company.drafts.push(draft)
    world.past.added(company, 'drafts', draft)
    company.draftUuids.push(draft.uuid)
    const { draftId } = draft
    world.ledger.draftsCreated.push({
      at: Date.now(),
      slug: company.slug,
      uuid: draft.uuid,
      draftId,
      user: call.user.email,
    })
    world.touch()
    const customer = company.contacts.find((contact) => contact.contactId === draft.customerId)
    if (customer?.name.includes(LOST_ANSWER) || draft.orderReference?.includes(LOST_ANSWER))
      loseAnswer(world, call.request)
    return call.located(201, `/invoices/drafts/${draftId}`)
  })

  companyRoute(app, world, 'GET', '/invoices/drafts/:id', (call) =>
    draftWire(call.company, draftAt(call)),
  )

  companyRoute(app, world, 'PUT', '/invoices/drafts/:id', (call) => {
    const draft = draftAt(call)
    const { draftId, uuid, attachments } = draft
    const fields = readDraft(world, call.company, { ...call.body, uuid }, call.today)
    world.past.changing(call.company, 'drafts', draft)
    replaceRow(draft, { ...fields, draftId, uuid, attachments, lastModifiedDate: call.today })
    world.touch()
    return call.located(201, `/invoices/drafts/${draftId}`)
  })

  companyRoute(app, world, 'DELETE', '/invoices/drafts/:id', (call) => {
    deleteDraft(world, call.company, draftAt(call))
    return undefined
  })

  companyRoute(app, world, 'POST', '/invoices/drafts/:id/createInvoice', (call) => {
    const invoice = bookDraft(world, call.company, draftAt(call), call.today)
    return call.located(201, `/invoices/${invoice.invoiceId}`)
  })

  // A new draft is found immediately, but its attachments can lag like any list.
  companyRoute(app, world, 'GET', '/invoices/drafts/:id/attachments', (call) => {
    const { draftId: id } = draftAt(call)
    return call.listed().drafts.find(({ draftId }) => draftId === id)?.attachments ?? []
  })

  companyRoute(app, world, 'POST', '/invoices/drafts/:id/attachments', async (call) => {
    const draft = draftAt(call)
    world.past.changing(call.company, 'drafts', draft)
    const { draftId: id, attachments } = draft
    return addAttachment(world, call, { kind: 'draft', id, attachments })
  })
}

function draftAt(call: Call): StoredDraft {
  const found = call.company.drafts.find((draft) => String(draft.draftId) === call.params['id'])
  if (!found) throw fikenError(404, 'No invoice draft found with provided id.')
  return found
}

/** Changes a draft as a Fiken user would, without Fiken's checks. */
export function editDraft(
  world: World,
  company: FikenCompany,
  draft: StoredDraft,
  change: Partial<StoredDraft>,
): void {
  world.past.changing(company, 'drafts', draft)
  Object.assign(draft, change)
  world.touch()
}

/** Deletes the draft; its uuid cannot be used again. */
export function deleteDraft(world: World, company: FikenCompany, draft: StoredDraft): void {
  world.past.changing(company, 'drafts', draft)
  company.drafts = company.drafts.filter((row) => row !== draft)
  world.touch()
}

/** Returns a draft as Fiken does: with the full customer, without the contact person. */
export function draftWire(company: FikenCompany, draft: StoredDraft): WireDraft {
  const { customerId, contactPersonId: _contactPersonId, ...rest } = draft
  const customer = company.contacts.find((contact) => contact.contactId === customerId)
  return { ...rest, customers: customer ? [customer] : [] }
}
