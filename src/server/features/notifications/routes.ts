import type { FastifyInstance } from 'fastify'
import { readMailPreferences, saveMailPreferences } from '#shared/contracts/profile'
import { instant } from '../../platform/clock.ts'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { preferencesOf, putPreferences } from './store.ts'

export function notificationRoutes(app: FastifyInstance, { db, clock }: Platform): void {
  route(app, readMailPreferences, ({ actor, company }) => preferencesOf(db, company.id, actor.id))
  route(app, saveMailPreferences, async ({ actor, company, body }) => {
    await putPreferences(db, company.id, actor.id, body, instant(clock))
    return body
  })
}
