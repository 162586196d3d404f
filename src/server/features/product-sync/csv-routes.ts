import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/products/csv'
import type { FileBody } from '../../platform/http/file-body.ts'
import { route } from '../../platform/http/route.ts'
import { HttpError } from '../../platform/http-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { importFile, previewFile } from './csv/import-file.ts'
import { textOfFile, type FileText } from './csv/read-file.ts'

/** Prices and stock from a file. */
export function productFileRoutes(app: FastifyInstance, platform: Platform): void {
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
