import type { FastifyInstance, FastifyReply } from 'fastify'
import * as prices from '#shared/contracts/products/price-sync'
import * as tasks from '#shared/contracts/products/tasks'
import { HttpError } from '../../platform/http-error.ts'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import type { TaskKind } from '../tasks/kind.ts'
import { historyOf } from './change-store.ts'
import { compareLists } from './comparison/read-comparison.ts'
import { deleteProducts, deleteSelected } from './delete-products/delete-products.ts'
import { planPrices } from './price-sync/plan-prices.ts'
import { shownChange, shownLeft } from './price-sync/price-items.ts'
import { priceRun } from './price-sync/price-run.ts'
import { readSettings, saveSettings } from './price-sync/settings.ts'
import { readRuns, undoPrices, undoRun } from './price-sync/undo-run.ts'
import { readLists, readSyncPlan, runSync, smartSync } from './smart-sync/smart-sync.ts'

export const productTasks: readonly TaskKind[] = [deleteProducts, smartSync, priceRun, undoPrices]

/** What is done to many products at once, by a person or by itself. */
export function productTaskRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, tasks.deleteProducts, ({ user, body, reply }) =>
    deleteSelected(platform, user.id, body, whenGone(reply)),
  )
  route(app, tasks.readSmartSync, ({ user }) => readSyncPlan(platform, user.id))
  route(app, tasks.runSmartSync, ({ user, body, reply }) =>
    runSync(platform, user.id, body ?? {}, whenGone(reply)),
  )
  route(app, prices.readPriceSync, ({ user }) => readSettings(platform, user.id))
  route(app, prices.savePriceSync, ({ user, body }) => saveSettings(platform, user.id, body))
  route(app, prices.readPriceDryRun, async ({ user }) => {
    const { slug } = await readLists(platform, user.id)
    const { matchedProducts } = await compareLists(platform.db, user.id, slug)
    const { changes, leftAlone } = planPrices(matchedProducts)
    return { changes: changes.map(shownChange), leftAlone: leftAlone.map(shownLeft) }
  })
  route(app, prices.readPriceRuns, ({ user }) => readRuns(platform, user.id))
  route(app, prices.undoPriceRun, ({ user, params }) => undoRun(platform, user.id, params.id))
  route(app, prices.readProductHistory, ({ user, query }) => {
    const id = query.productId ?? ''
    const productId = /^\d{1,15}$/.test(id) ? Number(id) : null
    const uuid = query.uuid?.trim() || null
    if (productId === null && uuid === null)
      throw new HttpError(400, 'invalid', 'Si hvilket produkt historikken gjelder.')
    return historyOf(platform.db, user.id, { productId, uuid })
  })
}

/** Aborts when the caller has gone. */
function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}
