import type { FastifyInstance, FastifyReply } from 'fastify'
import * as comparison from '#shared/contracts/products/comparison'
import * as contract from '#shared/contracts/products/csv'
import * as prices from '#shared/contracts/products/price-sync'
import * as tasks from '#shared/contracts/products/tasks'
import { HttpError } from '../../platform/http-error.ts'
import type { FileBody } from '../../platform/http/file-body.ts'
import { createKeptAnswers } from '../../platform/http/kept-answers.ts'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { activeProductsFor } from '../mirrors/products.ts'
import type { TaskKind } from '../tasks/kind.ts'
import { historyOf } from './change-store.ts'
import { answerComparison, companyOf } from './comparison/answer-comparison.ts'
import { compareLists } from './comparison/read-comparison.ts'
import { fikenOnlyRow } from './comparison/rows.ts'
import { importFile, importProducts, previewFile } from './csv/import-file.ts'
import { type FileText, textOfFile } from './csv/read-file.ts'
import { deleteProducts, deleteSelected } from './delete-products/delete-products.ts'
import { planPrices } from './price-sync/plan-prices.ts'
import { shownChange, shownLeft } from './price-sync/price-items.ts'
import { priceRun } from './price-sync/price-run.ts'
import { readSettings, saveSettings } from './price-sync/settings.ts'
import { readRuns, undoPrices, undoRun } from './price-sync/undo-run.ts'
import { readLists, readSyncPlan, runSync, smartSync } from './smart-sync/smart-sync.ts'

export const productTasks: readonly TaskKind[] = [
  deleteProducts,
  smartSync,
  priceRun,
  undoPrices,
  importProducts,
]

export function productSyncRoutes(app: FastifyInstance, platform: Platform): void {
  const kept = createKeptAnswers()
  route(app, comparison.readComparison, async ({ user, query, reply }) => {
    const force = query.forceRefresh === 'true'
    const answer = await answerComparison(platform, user.id, kept, { force })
    return reply.type('application/json; charset=utf-8').send(answer)
  })
  route(app, comparison.readFikenProducts, async ({ user }) => {
    const slug = await companyOf(platform, user.id)
    const products = await activeProductsFor(platform.db, user.id, slug)
    return { success: true, products: products.map(fikenOnlyRow) }
  })
  fileRoutes(app, platform)
  taskRoutes(app, platform)
}

function fileRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, contract.previewProductFile, ({ user, file, body }) =>
    previewFile(platform, user.id, given(file, body)),
  )
  route(app, contract.importProductFile, ({ user, query, file, body }) =>
    importFile(platform, user.id, given(file, body), {
      version: body?.version ?? query.version ?? refuse('version', 'Se over forskjellene først'),
      leaveOut: body?.leaveOut ?? placesOf(query.leaveOut ?? ''),
    }),
  )
}

const placesOf = (list: string) => (list === '' ? [] : list.split(',').map(Number))

function given(file: FileBody | null, body: { csv: string } | undefined): FileText {
  if (file) return textOfFile(file)
  if (body) return [body.csv]
  return refuse('csv', 'Velg en fil')
}

function refuse(field: string, sentence: string): never {
  throw new HttpError(400, 'invalid', sentence, { fields: { [field]: sentence } })
}

function taskRoutes(app: FastifyInstance, platform: Platform): void {
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

function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}
