import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import * as contract from '#shared/contracts/transfers/attachments'
import { inCompany, route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { notFound } from '../../platform/http-error.ts'
import { configurationOf } from '../configuration/queries.ts'
import { draftWithFiles } from '../transfers/attachment-store.ts'
import { chooseFile, filesOnJob, jobOf, mayAskForFiles, retry } from './acts.ts'
import { lookOf } from './looks-store.ts'
import { presentFile } from './present.ts'
import { filesOfTransfer } from './store.ts'
import { makeThumbnail, stopped } from './thumbnail.ts'
import { toldKind } from './told-kind.ts'

export function attachmentRoutes(app: FastifyInstance, platform: Platform): void {
  const { db } = platform

  route(app, contract.readAttachments, async ({ company, params }) => {
    const row = await jobOf(platform, company.id, params.id)
    const draft = await draftWithFiles(db, company.id, params.id)
    const look = await lookOf(db, company.id, params.id)
    const rows = await filesOfTransfer(db, company.id, params.id)
    return {
      choice: (await configurationOf(db, company.id)).attachments,
      allowed: await mayAskForFiles(platform, company.id),
      rows: rows.map((one) => presentFile(one, draft?.draftUuid ?? null)),
      looking: draft !== null && (row.attachmentsDueAt !== null || look?.nextLookAt != null),
      lookWhy: look?.why ?? '',
    }
  })

  route(app, contract.findAttachments, async ({ company, params }) =>
    (await filesOnJob(platform, company.id, params.id)).map((one) => ({
      uuid: one.uuid,
      name: one.name,
      kind: toldKind(one),
    })),
  )

  route(app, contract.chooseAttachment, async ({ company, params, body }) => ({
    message: await chooseFile(platform, company.id, params.id, {
      attachmentUuid: params.attachmentUuid,
      chosen: body.chosen,
    }),
  }))

  route(app, contract.retryAttachments, async ({ company, params, body }) => ({
    message: await retry(platform, company.id, params.id, body.attachmentUuid),
  }))

  const closing = new AbortController()
  // Open requests for thumbnails must not delay the shutdown.
  app.addHook('preClose', async () => closing.abort(stopped()))
  app.get(
    contract.THUMBNAIL_PATH,
    { config: { access: 'open', ownPages: 'unless-foreign' }, schema: { hide: true } },
    async (request, reply) => {
      const { company } = await inCompany(app, request, 'read')
      const asked = thumbnailParams.safeParse(request.params)
      if (!asked.success) throw notFound('Bildet finnes ikke.')
      const { id, attachmentUuid } = asked.data
      const uuid = attachmentUuid.toLowerCase()
      const isOnJob = (await filesOnJob(platform, company.id, id)).some((one) => one.uuid === uuid)
      if (!isOnJob) throw notFound('Bildet finnes ikke.')
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort(stopped()))
      const signal = AbortSignal.any([closing.signal, gone.signal])
      const picture = await makeThumbnail(platform, company.id, uuid, signal)
      return (
        reply
          .type('image/webp')
          // A file in ServiceM8 never changes under its uuid.
          .header('cache-control', 'private, max-age=86400, immutable')
          .header('content-security-policy', "default-src 'none'; sandbox")
          .header('content-disposition', 'inline; filename="miniatyr.webp"')
          .send(picture)
      )
    },
  )
}

const thumbnailParams = z.object({ id: z.uuid(), attachmentUuid: z.uuid() })
