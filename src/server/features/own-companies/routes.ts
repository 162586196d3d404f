import type { FastifyInstance } from 'fastify'
import { readOwnCompanies } from '#shared/contracts/own-companies'
import { personRoute } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { ownCompaniesOf } from './own-companies.ts'

export function ownCompanyRoutes(app: FastifyInstance, { db }: Platform): void {
  personRoute(app, readOwnCompanies, ({ user }) => ownCompaniesOf(db, user.id))
}
