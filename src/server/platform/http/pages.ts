import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAppRoute } from '#shared/routes'
import type { Clock } from '../clock.ts'
import { type Caller, namedCompany } from './caller.ts'
import { contentPolicy } from './security-headers.ts'

const EMPTY_ROOT = '<div id="root"></div>'

const UNBUILT =
  '<!doctype html><meta charset="utf-8"><title>Fakturabro</title><p>Nettsiden er ikke bygget. Kjør <code>npm run build</code>.</p>'

/**
 * Serves the web app from `folder`: hashed files under /assets (cached forever), a few fixed files,
 * and four pages. `/` is the landing page, or the app if the request has a session; there is a page
 * on which a pop-up ends, and the service worker's offline page; every other path is the app.
 */
export async function servePages(
  app: FastifyInstance,
  folder: string,
  clock: Clock,
): Promise<void> {
  const landing = readPage(folder, 'landing')
  const shell = readPage(folder, 'app')
  const oauthComplete = readPage(folder, 'oauth-complete')
  const offline = readPage(folder, 'offline')
  const screens = readScreens(folder)
  const open = { config: { access: 'open' }, schema: { hide: true } } as const
  const sendApp = (request: FastifyRequest, reply: FastifyReply, caller: Caller | null) => {
    const chosen = isCompanyChosen(request, caller)
    const page = withFirstPaint(chosen ? withoutSession(shell) : shell, request, screens)
    return sendPage(reply, page, ahead(request, screens, clock, chosen))
  }

  app.get('/', open, async (request, reply) => {
    reply.header('vary', 'Cookie')
    const caller = await app.identify(request)
    return caller ? sendApp(request, reply, caller) : sendPage(reply, landing)
  })
  app.get('/offline.html', open, (_request, reply) => sendPage(reply, offline))
  app.get('/oauth/complete', open, (_request, reply) => sendPage(reply, oauthComplete))

  if (existsSync(folder)) {
    // Every file in dist/web may be read; files that the build has compressed are sent compressed.
    await app.register(fastifyStatic, {
      root: folder,
      serve: false,
      preCompressed: true,
      dotfiles: 'ignore',
    })
    app.get('/assets/*', open, (request, reply) =>
      reply.sendFile(request.url.split('?')[0] ?? '', { maxAge: '365d', immutable: true }),
    )
    for (const name of readdirSync(folder)) {
      if (/\.(svg|png|ico|txt|webmanifest|js)$/.test(name)) {
        // The browser requests the service worker at every visit, and the worker must never be
        // older than the pages.
        const maxAge = name === 'sw.js' ? 0 : '1h'
        app.get(`/${name}`, open, (_request, reply) => reply.sendFile(name, { maxAge }))
      }
    }
  }

  const elsewhere = async (request: FastifyRequest, reply: FastifyReply) => {
    const [pathname = '/'] = request.url.split('?')
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !pathname.startsWith('/api/') &&
      pathname !== '/api'
    if (isPage && !pathname.startsWith('/assets/')) {
      const isRoute = isAppRoute(pathname)
      reply.code(isRoute ? 200 : 404)
      // The page itself needs no database, so it is also sent when nobody can be identified.
      const caller = isRoute ? await app.identify(request).catch(() => null) : null
      return sendApp(request, reply, caller)
    }
    return reply
      .code(404)
      .type('application/json')
      .send({ message: 'Finnes ikke.', code: 'not_found' })
  }
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, elsewhere)
}

/**
 * Returns a function that responds to a refused navigation with a page that tries again by itself
 * after the given seconds. It returns null for other requests, and before the web app is built.
 */
export function busyPage(folder: string) {
  const page = readPage(folder, 'busy')
  return (request: FastifyRequest, reply: FastifyReply, retryAfter: number) => {
    const { method, headers } = request
    if (!page || method !== 'GET' || !headers.accept?.includes('text/html')) return null
    return sendPage(reply, page, `<meta name="retry-after" content="${retryAfter}" />`)
  }
}

interface Page {
  html: string
  /** The base64 of the SHA-256 of its inline script, which applies the theme (web/ui/theme.js). */
  scriptHash: string | null
}

function readPage(folder: string, name: string): Page | null {
  const file = path.join(folder, `${name}.html`)
  if (!existsSync(file)) return null
  const html = readFileSync(file, 'utf8')
  const [, script] = /<script>([^]*?)<\/script>/.exec(html) ?? []
  const scriptHash =
    script === undefined ? null : createHash('sha256').update(script).digest('base64')
  return { html, scriptHash }
}

interface Screen {
  scripts: readonly string[]
  answers: readonly string[]
  firstPaint?: string
}
type Screens = Partial<Record<string, Screen>>

function readScreens(folder: string): Screens {
  const file = path.join(folder, '.vite/screens.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Screens) : {}
}

/**
 * Returns true if the screen shows one of several companies, which only the tab or the address
 * knows; requests that are sent early do not name it.
 */
const isCompanyChosen = (request: FastifyRequest, caller: Caller | null) =>
  namedCompany(request) !== null || (caller !== null && caller.memberships.length > 1)

/** Removes the early request for the session. */
function withoutSession(shell: Page | null): Page | null {
  return shell && { ...shell, html: shell.html.replace(SESSION_AHEAD, '') }
}
const SESSION_AHEAD = /<link[^>]+href="\/api\/session\/user"[^>]*>/

/**
 * Returns head elements that fetch the screen's scripts in parallel and, for a logged-in user, send
 * its first requests early, all behind the styles, which the first paint waits for. `made-at` is the
 * page's creation time, for the stream of hints, which opens only after the scripts have loaded.
 * @param chosen {@link isCompanyChosen}
 */
function ahead(request: FastifyRequest, screens: Screens, clock: Clock, chosen: boolean): string {
  const [pathname = '/', search] = request.url.split('?')
  const screen = screens[pathname]
  if (!screen) return ''
  const scripts = screen.scripts.map(
    (file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}" />`,
  )
  // A query string changes the first requests, and without a cookie all of them would be refused.
  const answers =
    search === undefined && request.headers.cookie && !chosen
      ? screen.answers.map(
          (url) =>
            `<link rel="preload" as="fetch" crossorigin="use-credentials" fetchpriority="low" href="${url.replaceAll('&', '&amp;')}" />`,
        )
      : []
  return [`<meta name="made-at" content="${clock.now()}" />`, ...scripts, ...answers].join('')
}

/**
 * Returns the page with its first paint. Requests without a cookie get none, because visitors see
 * another screen.
 */
function withFirstPaint(shell: Page | null, request: FastifyRequest, screens: Screens) {
  const [pathname = '/', search] = request.url.split('?')
  const paint = screens[pathname]?.firstPaint
  if (!paint || search !== undefined || !request.headers.cookie) return shell
  return (
    shell && {
      ...shell,
      html: shell.html.replace(EMPTY_ROOT, () => `<div id="root">${paint}</div>`),
    }
  )
}

/** Sends a page that browsers must not cache: pages are small and change with every release. */
function sendPage(reply: FastifyReply, page: Page | null, head = '') {
  const nonce = randomBytes(16).toString('base64')
  if (page === null && reply.statusCode === 200) reply.code(503)
  return reply
    .header(
      'content-security-policy',
      contentPolicy({ nonce, scriptHash: page?.scriptHash ?? null }),
    )
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(
      (page?.html ?? UNBUILT).replace(
        '</head>',
        `${head}<meta property="csp-nonce" nonce="${nonce}" /></head>`,
      ),
    )
}
