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
  route(app, comparison.readComparison, async ({ company, query, reply }) => {
    const force = query.forceRefresh === 'true'
    const answer = await answerComparison(platform, company.id, kept, { force })
    return reply.type('application/json; charset=utf-8').send(answer)
  })
  route(app, comparison.readFikenProducts, async ({ company }) => {
    const slug = await companyOf(platform, company.id)
    const products = await activeProductsFor(platform.db, company.id, slug)
    return { success: true, products: products.map(fikenOnlyRow) }
  })
  fileRoutes(app, platform)
  taskRoutes(app, platform)
}

function fileRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, contract.previewProductFile, ({ company, file, body }) =>
    previewFile(platform, company.id, given(file, body)),
  )
  route(app, contract.importProductFile, ({ actor, company, query, file, body }) =>
    importFile(platform, company.id, actor, given(file, body), {
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
  route(app, tasks.deleteProducts, ({ actor, company, body, reply }) =>
    deleteSelected(platform, company.id, actor, body, whenGone(reply)),
  )
  route(app, tasks.readSmartSync, ({ company }) => readSyncPlan(platform, company.id))
  route(app, tasks.runSmartSync, ({ actor, company, body, reply }) =>
    runSync(platform, company.id, actor, body ?? {}, whenGone(reply)),
  )
  route(app, prices.readPriceSync, ({ company }) => readSettings(platform, company.id))
  route(app, prices.savePriceSync, ({ actor, company, body }) =>
    saveSettings(platform, company.id, actor, body),
  )
  route(app, prices.readPriceDryRun, async ({ company }) => {
    const { slug } = await readLists(platform, company.id)
    const { matchedProducts } = await compareLists(platform.db, company.id, slug)
    const { changes, leftAlone } = planPrices(matchedProducts)
    return { changes: changes.map(shownChange), leftAlone: leftAlone.map(shownLeft) }
  })
  route(app, prices.readPriceRuns, ({ company }) => readRuns(platform, company.id))
  route(app, prices.undoPriceRun, ({ actor, company, params }) =>
    undoRun(platform, company.id, actor, params.id),
  )
  route(app, prices.readProductHistory, ({ company, query }) => {
    const id = query.productId ?? ''
    const productId = /^\d{1,15}$/.test(id) ? Number(id) : null
    const uuid = query.uuid?.trim() || null
    if (productId === null && uuid === null)
      throw new HttpError(400, 'invalid', 'Si hvilket produkt historikken gjelder.')
    return historyOf(platform.db, company.id, { productId, uuid })
  })
}

function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}
