import type { FastifyInstance } from 'fastify'
import { tryAccountRules } from '#shared/contracts/account-rules'
import { moveContact, readDraftUuid, readPreview } from '#shared/contracts/transfers/preview'
import * as actions from '#shared/contracts/transfers/actions'
import { readCustomerQueue } from '#shared/contracts/transfers/customer-queue'
import * as bulk from '#shared/contracts/transfers/bulk'
import * as lines from '#shared/contracts/transfers/lines'
import * as lists from '#shared/contracts/transfers/list'
import { readTimeline, readTransfer } from '#shared/contracts/transfers/row'
import { readStopped } from '#shared/contracts/transfers/stopped'
import { MOST_ITEMS } from '#shared/contracts/tasks'
import * as waiting from '#shared/contracts/transfers/waiting'
import { today } from '#shared/dates'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { pageOf, readCursor, sayPage } from '../../platform/http/paging.ts'
import { route } from '../../platform/http/route.ts'
import { notFound } from '../../platform/http-error.ts'
import { actorsShownTo } from '../auth/people-queries.ts'
import { connectionOf } from '../connections/queries.ts'
import { leaveOutLine, putLineBack } from './actions/lines.ts'
import { remove, removeAllPending, restore } from './actions/remove.ts'
import { accept } from './actions/accept.ts'
import { enterAddress } from './actions/enter-address.ts'
import { reinvoice } from './actions/reinvoice.ts'
import { retry } from './actions/retry.ts'
import { actOnMany } from './actions/bulk.ts'
import { chooseCustomer, customerChoice } from './actions/choose-customer.ts'
import { decideProduct } from './actions/decide-product.ts'
import {
  countForSet,
  pendingToDelete,
  stillWaiting,
  waitingForDecision,
} from './waiting/queries.ts'
import { creditRoutes } from './credits/routes.ts'
import { depositRoutes } from './deposits/routes.ts'
import { tryRules } from './screens/account-trial.ts'
import { collectiveOf } from './screens/collective-store.ts'
import { customerQueue } from './screens/customer-queue-store.ts'
import { findDraftUuid } from './screens/draft-link.ts'
import { exportTransfers, readFilter } from './screens/export.ts'
import { presentEvent, presentTransfer } from './screens/present.ts'
import { previewTransfer } from './screens/preview-transfer.ts'
import { countTransfers, listTransfers } from './screens/list-store.ts'
import { stoppedBy } from './screens/stopped-store.ts'
import { restoreSkipped, skipWaiting, startWaiting } from './actions/resume.ts'
import { sendAgain } from './actions/send-again.ts'
import { transferById } from './queries.ts'
import { causesOf } from './actions/bulk-store.ts'
import { movedOf, moveContactOf } from './actions/move-contact.ts'
import { timelineOf } from './timeline-store.ts'
import { undo } from './actions/undo.ts'
import { updateDraft } from './actions/update-draft.ts'

const transfersOf = (count: number) =>
  count === 0 ? 'Ingen overføringer' : count === 1 ? '1 overføring' : `${count} overføringer`

const deletedOf = (count: number) =>
  count === 0
    ? 'Ingen ventende jobber å slette'
    : `Slettet ${count} ${count === 1 ? 'ventende jobb' : 'ventende jobber'}`

const mayBeSent = (count: number) => {
  if (count === 0) return ''
  const jobs = count === 1 ? '1 jobb' : `${count} jobber`
  return ` ${jobs} har, eller kan ha, et utkast i Fiken, og kan ikke hoppes over.`
}

const followedBy = (said: string, others: string) => (others === '' ? said : `${said}.${others}`)

export function transferRoutes(app: FastifyInstance, platform: Platform): void {
  const { db } = platform
  const day = () => today(instant(platform.clock))
  const isDead = async (companyId: string) =>
    (await connectionOf(db, companyId, 'fiken'))?.status === 'reauth_required'

  route(app, lists.listTransfers, async ({ company, query, reply }) => {
    const filter = readFilter(query, day())
    const { limit, page, sort, cursor } = query
    const numbered = page !== undefined || (sort !== undefined && sort !== 'newest')
    const [found, total] = await Promise.all([
      listTransfers(db, company.id, {
        ...filter,
        sort,
        limit: limit + 1,
        ...(numbered
          ? { offset: ((page ?? 1) - 1) * limit }
          : { cursor: readCursor(cursor, 'uuid') ?? undefined }),
      }),
      countTransfers(db, company.id, filter),
    ])
    const { rows, nextCursor } = pageOf(found, limit)
    sayPage(reply, { total, nextCursor: numbered ? null : nextCursor })
    const now = {
      today: day(),
      fikenIsDead: await isDead(company.id),
      collective: await collectiveOf(db, company.id, rows),
    }
    return rows.map((row) => presentTransfer(row, now))
  })

  route(app, readStopped, async ({ company, query }) => {
    const fikenIsDead = await isDead(company.id)
    return stoppedBy(db, company.id, query.cause, { limit: MOST_ITEMS, fikenIsDead })
  })

  route(app, readTransfer, async ({ company, params }) => {
    const row = await transferById(db, company.id, params.id)
    if (!row) throw notFound('Overføringen finnes ikke.')
    return presentTransfer(row, {
      today: day(),
      fikenIsDead: await isDead(company.id),
      collective: await collectiveOf(db, company.id, [row]),
    })
  })

  route(app, readTimeline, async ({ actor, company, params }) => {
    if (!(await transferById(db, company.id, params.id)))
      throw notFound('Overføringen finnes ikke.')
    const entries = await timelineOf(db, company.id, params.id)
    const actorOf = await actorsShownTo(
      db,
      { reader: actor.id, companyId: company.id },
      entries.map(({ actorId }) => actorId),
    )
    return entries.map((entry) => presentEvent(entry, actorOf(entry.actorId)))
  })

  route(app, tryAccountRules, ({ company, body }) => tryRules(platform, company.id, body.rules))

  for (const endpoint of [actions.retryTransfer, actions.startTransfer]) {
    route(app, endpoint, ({ actor, company, params, query }) =>
      retry(platform, company.id, params.id, {
        kind: 'one',
        actor,
        name: actor.email,
        confirm: query.confirm,
      }),
    )
  }
  route(app, actions.updateDraft, async ({ actor, company, params }) => ({
    message: await updateDraft(platform, company.id, actor, params.id),
  }))
  route(app, actions.sendAgain, async ({ actor, company, params, query }) => ({
    message: await sendAgain(platform, company.id, actor, params.id, {
      deletedByPerson: query.confirm === 'deleted',
    }),
  }))
  route(app, actions.reinvoice, async ({ actor, company, params, body }) => ({
    message: await reinvoice(platform, company.id, actor, params.id, body),
  }))
  route(app, actions.decideProduct, async ({ actor, company, params, body }) => ({
    message: await decideProduct(platform, company.id, actor, params.id, body.decision),
  }))
  route(app, actions.acceptTransfer, async ({ actor, company, params, body }) => ({
    message: await accept(platform, company.id, actor, params.id, body?.updatedAt),
  }))
  route(app, actions.restoreTransfer, async ({ actor, company, params }) => ({
    message: await restore(platform, company.id, actor, params.id),
  }))
  route(app, actions.deleteTransfer, ({ actor, company, params }) =>
    remove(platform, company.id, actor, params.id),
  )

  route(app, readCustomerQueue, ({ company }) => customerQueue(db, company.id))
  route(app, actions.readRecipient, ({ company, params }) =>
    customerChoice(platform, company.id, params.id),
  )
  route(app, actions.enterAddress, async ({ actor, company, params, body }) => ({
    message: await enterAddress(platform, company.id, actor, params.id, body),
  }))
  route(app, actions.chooseRecipient, ({ actor, company, params, body }) =>
    chooseCustomer(platform, company.id, actor, params.id, body),
  )

  route(app, waiting.readWaiting, ({ company }) => waitingForDecision(db, company.id))
  route(app, waiting.decideWaiting, async ({ company, body }) => {
    if (body.decision === 'transfer') {
      const count = await startWaiting(platform, company.id)
      return { count, message: `${transfersOf(count)} er startet`, skippedAt: null }
    }
    if (body.decision === 'restore') {
      const count = await restoreSkipped(platform, company.id, new Date(body.skippedAt))
      return { count, message: `${transfersOf(count)} venter på deg igjen`, skippedAt: null }
    }
    const { skipped: count, waiting: forSet, kept, at } = await skipWaiting(platform, company.id)
    const others = stillWaiting(forSet) + mayBeSent(kept)
    return {
      count,
      message: followedBy(`${transfersOf(count)} er hoppet over`, others),
      skippedAt: count > 0 ? at.toISOString() : null,
    }
  })

  route(app, waiting.readAllPending, ({ company }) => pendingToDelete(db, company.id))
  route(app, waiting.deleteAllPending, async ({ company }) => {
    const deletedCount = await removeAllPending(platform, company.id)
    const forSet = await countForSet(platform.db, company.id)
    return { deletedCount, message: followedBy(deletedOf(deletedCount), stillWaiting(forSet)) }
  })

  route(app, lines.deleteLineItem, async ({ actor, company, params, query }) => ({
    success: true,
    message: await leaveOutLine(
      platform,
      company.id,
      actor,
      params.id,
      params.lineIndex,
      query.uuid,
    ),
  }))
  route(app, lines.restoreLineItem, async ({ actor, company, params }) => ({
    success: true,
    message: await putLineBack(platform, company.id, actor, params.id, params.lineIndex),
  }))

  depositRoutes(app, platform)
  creditRoutes(app, platform)
  route(app, readPreview, async ({ company, params }) => ({
    ...(await previewTransfer(platform, company.id, params.id)),
    moved: await movedOf(platform, company.id, params.id),
  }))
  route(app, moveContact, async ({ company, params }) => ({
    message: await moveContactOf(platform, company.id, params.id),
  }))
  route(app, actions.undoTransfer, ({ actor, company, params, body }) =>
    undo(platform, company.id, actor, params.id, body?.draftId),
  )

  route(app, bulk.actOnMany, ({ actor, company, body }) =>
    actOnMany(platform, company.id, actor, body),
  )
  route(app, lists.readCauses, ({ company }) => causesOf(db, company.id))
  route(
    app,
    lists.exportTransfers,
    ({ company, query, reply }) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="overforinger-${day()}.csv"`)
        .send(exportTransfers(db, company.id, readFilter(query, day()), day())),
    { ownPages: 'unless-foreign' },
  )

  route(app, readDraftUuid, ({ company, params, reply }) => {
    void reply.header('cache-control', 'no-store')
    return findDraftUuid(platform, company.id, params.draftId)
  })
}
