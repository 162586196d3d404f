import type { FastifyInstance } from 'fastify'
import * as drafts from '#shared/contracts/transfer-drafts'
import * as preview from '#shared/contracts/transfer-preview'
import * as many from '#shared/contracts/transfers-many'
import * as contract from '#shared/contracts/transfers'
import { today } from '#shared/dates'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { pageOf, readCursor, sayPage } from '../../platform/http/paging.ts'
import { route } from '../../platform/http/route.ts'
import { notFound } from '../../platform/refusal.ts'
import { accept, leaveOutLine, putLineBack, remove, removeAllPending, restore, retry } from './acts.ts'
import { actOnMany } from './bulk.ts'
import { chooseCustomer, customerChoice } from './choose-customer.ts'
import { decideProduct } from './decide-product.ts'
import { findDraftUuid } from './draft-link.ts'
import { exportTransfers, readFilter } from './export-transfers.ts'
import { presentEvent, presentTransfer } from './present.ts'
import { previewTransfer } from './preview-transfer.ts'
import { countTransfers, listTransfers } from './list-store.ts'
import { decideWaiting } from './resume.ts'
import { sendAnew } from './send-anew.ts'
import { countWaiting, statsOf, transferById } from './store.ts'
import { fetchJobs, syncNow } from './sync.ts'
import { causesOf } from './bulk-store.ts'
import { timelineOf } from './timeline.ts'
import { undo } from './undo.ts'
import { updateDraft } from './update-draft.ts'

export function transferRoutes(app: FastifyInstance, platform: Platform): void {
  const { db } = platform
  const day = () => today(instant(platform.clock))

  route(app, contract.listTransfers, async ({ user, query, reply }) => {
    const filter = readFilter(query, day())
    const { limit, page, sort, cursor } = query
    const numbered = page !== undefined || (sort !== undefined && sort !== 'newest')
    const [found, total] = await Promise.all([
      listTransfers(db, user.id, {
        ...filter,
        sort,
        limit: limit + 1,
        ...(numbered ? { offset: ((page ?? 1) - 1) * limit } : { cursor: readCursor(cursor, 'uuid') ?? undefined }),
      }),
      countTransfers(db, user.id, filter),
    ])
    const { rows, nextCursor } = pageOf(found, limit)
    sayPage(reply, { total, nextCursor: numbered ? null : nextCursor })
    return rows.map((row) => presentTransfer(row, day()))
  })

  route(app, contract.readTransfer, async ({ user, params }) => {
    const row = await transferById(db, user.id, params.id)
    if (!row) throw notFound('Overføringen finnes ikke.')
    return presentTransfer(row, day())
  })

  route(app, contract.readTimeline, async ({ user, params }) => {
    if (!(await transferById(db, user.id, params.id))) throw notFound('Overføringen finnes ikke.')
    return (await timelineOf(db, user.id, params.id)).map(presentEvent)
  })

  route(app, contract.readStats, ({ user }) => statsOf(db, user.id))

  for (const endpoint of [contract.retryTransfer, contract.startTransfer]) {
    route(app, endpoint, async ({ user, params, query }) => ({
      message: await retry(platform, user.id, params.id, { kind: 'one', by: user.email, confirm: query.confirm }),
    }))
  }
  route(app, drafts.updateDraft, async ({ user, params }) => ({ message: await updateDraft(platform, user.id, params.id) }))
  route(app, drafts.sendAnew, async ({ user, params, query }) => ({
    message: await sendAnew(platform, user.id, params.id, query.confirm === 'deleted'),
  }))
  route(app, drafts.decideProduct, async ({ user, params, body }) => ({
    message: await decideProduct(platform, user.id, params.id, body.decision),
  }))
  route(app, drafts.acceptTransfer, async ({ user, params, body }) => ({
    message: await accept(platform, user.id, params.id, body?.updatedAt),
  }))
  route(app, contract.restoreTransfer, async ({ user, params }) => ({ message: await restore(platform, user.id, params.id) }))
  route(app, contract.deleteTransfer, ({ user, params }) => remove(platform, user.id, params.id))

  route(app, contract.readRecipient, ({ user, params }) => customerChoice(platform, user.id, params.id))
  route(app, contract.chooseRecipient, ({ user, params, body }) => chooseCustomer(platform, user.id, params.id, body.contactId))

  route(app, contract.readWaiting, async ({ user }) => ({ inactive: await countWaiting(db, user.id, 'inactive') }))
  route(app, contract.decideWaiting, async ({ user, body }) => {
    const count = await decideWaiting(platform, user.id, body.decision)
    return {
      count,
      message: body.decision === 'transfer' ? `${count} overføringer er startet` : `${count} overføringer er hoppet over`,
    }
  })

  route(app, contract.deleteAllPending, async ({ user }) => {
    const deletedCount = await removeAllPending(platform, user.id)
    return { deletedCount, message: `Slettet ${deletedCount} ventende jobber` }
  })

  route(app, contract.deleteLineItem, async ({ user, params, query }) => ({
    success: true,
    message: await leaveOutLine(platform, user.id, params.id, params.lineIndex, query.uuid),
  }))
  route(app, contract.restoreLineItem, async ({ user, params }) => ({
    success: true,
    message: await putLineBack(platform, user.id, params.id, params.lineIndex),
  }))

  route(app, preview.readPreview, ({ user, params }) => previewTransfer(platform, user.id, params.id))
  route(app, preview.undoTransfer, async ({ user, params, body }) => ({
    message: await undo(platform, user.id, params.id, body?.draftId),
  }))

  route(app, many.actOnMany, ({ user, body }) => actOnMany(platform, user.id, body))
  route(app, many.readCauses, ({ user }) => causesOf(db, user.id))
  route(
    app,
    many.exportTransfers,
    ({ user, query, reply }) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="overforinger-${day()}.csv"`)
        .send(exportTransfers(db, user.id, readFilter(query, day()), day())),
    { ownPages: 'unless-foreign' },
  )

  route(app, contract.syncNow, ({ user }) => syncNow(platform, user.id))

  route(app, contract.syncJobs, async ({ user }) => {
    const { found, shown } = await fetchJobs(platform, user.id)
    return {
      message: `Hentet ${found} jobber som venter på betaling, opprettet ${shown} nye overføringer`,
      awaitingPaymentJobsFound: found,
      jobsProcessed: shown,
    }
  })

  route(app, preview.readDraftUuid, ({ user, params, reply }) => {
    void reply.header('cache-control', 'no-store')
    return findDraftUuid(platform, user.id, params.draftId)
  })
}
