import type { FastifyInstance } from 'fastify'
import { readMailPreferences, saveMailPreferences } from '#shared/contracts/profile'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { preferencesOf, savePreferences } from './preferences.ts'

export function notificationRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, readMailPreferences, ({ user }) => preferencesOf(platform.db, user.id))
  route(app, saveMailPreferences, ({ user, body }) => savePreferences(platform, user.id, body))
}
