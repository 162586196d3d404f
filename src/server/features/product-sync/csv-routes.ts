import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/products/csv'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { importFile, previewFile } from './csv/import-file.ts'

/** A file in JSON, where each quote and line break is two characters, and what is left out of it. */
const FILE_BODY_LIMIT = 10 * 1024 * 1024

/** Prices and stock from a file. */
export function productFileRoutes(app: FastifyInstance, platform: Platform): void {
  const options = { bodyLimit: FILE_BODY_LIMIT }
  route(
    app,
    contract.previewProductFile,
    ({ user, body }) => previewFile(platform, user.id, body.csv),
    options,
  )
  route(
    app,
    contract.importProductFile,
    ({ user, body }) => importFile(platform, user.id, body),
    options,
  )
}
