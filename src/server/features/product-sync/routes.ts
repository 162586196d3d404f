import type { FastifyInstance } from 'fastify'
import * as comparison from '#shared/contracts/products/comparison'
import { createKeptAnswers } from '../../platform/http/kept-answers.ts'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { activeProductsFor } from '../mirrors/products.ts'
import { answerComparison, companyOf } from './comparison/answer-comparison.ts'
import { fikenOnlyRow } from './comparison/rows.ts'

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
}
