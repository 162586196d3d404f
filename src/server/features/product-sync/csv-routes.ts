import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/products/csv'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { importFile, previewFile } from './csv/import-file.ts'

/** Prices and stock from a file. */
export function productFileRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, contract.previewProductFile, ({ user, body }) =>
    previewFile(platform, user.id, body.csv),
  )
  route(app, contract.importProductFile, ({ user, body }) => importFile(platform, user.id, body))
}
