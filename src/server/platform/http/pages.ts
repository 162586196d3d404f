import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAppRoute } from '#shared/routes'
import { contentPolicy } from './security-headers.ts'

const UNBUILT =
  '<!doctype html><meta charset="utf-8"><title>Fakturabro</title><p>Nettsiden er ikke bygget. Kjør <code>npm run build</code>.</p>'

/**
 * The browser part as it was built into `folder`: hashed files under /assets (cached for ever), the few files beside the pages, and
 * three pages: the landing page or the app at `/` by session, the pop-up's landing place, and the app everywhere else.
 */
export async function servePages(app: FastifyInstance, folder: string): Promise<void> {
  const page = (name: string) => {
    const file = path.join(folder, name)
    return existsSync(file) ? readFileSync(file, 'utf8') : null
  }
  const landing = page('landing.html')
  const shell = page('app.html')
  const oauthComplete = page('oauth-complete.html')
  const open = { config: { access: 'open' }, schema: { hide: true } } as const

  app.get('/', open, async (request, reply) => {
    reply.header('vary', 'Cookie')
    return sendPage(reply, (await app.identify(request)) ? shell : landing)
  })
  app.get('/oauth/complete', open, (_request, reply) => sendPage(reply, oauthComplete))

  if (existsSync(folder)) {
    // dist/web holds nothing but what may be read; files compressed by the build go out as they are.
    await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, dotfiles: 'ignore' })
    app.get('/assets/*', open, (request, reply) =>
      reply.sendFile(request.url.split('?')[0] ?? '', { maxAge: '365d', immutable: true }),
    )
    for (const name of readdirSync(folder)) {
      if (/\.(svg|png|ico|txt|webmanifest|js)$/.test(name)) {
        app.get(`/${name}`, open, (_request, reply) => reply.sendFile(name, { maxAge: '1h' }))
      }
    }
  }

  const elsewhere = (request: FastifyRequest, reply: FastifyReply) => {
    const pathname = request.url.split('?')[0] ?? '/'
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !pathname.startsWith('/api/') && pathname !== '/api'
    if (isPage && !pathname.startsWith('/assets/')) return sendPage(reply.code(isAppRoute(pathname) ? 200 : 404), shell)
    return reply.code(404).type('application/json').send({ message: 'Finnes ikke.', code: 'not_found' })
  }
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, elsewhere)
}

/** Pages are small and change with every release, so they are always asked for anew. */
function sendPage(reply: FastifyReply, html: string | null) {
  const nonce = randomBytes(16).toString('base64')
  if (html === null && reply.statusCode === 200) reply.code(503)
  return reply
    .header('content-security-policy', contentPolicy(nonce))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send((html ?? UNBUILT).replace('</head>', `<meta property="csp-nonce" nonce="${nonce}" /></head>`))
}
