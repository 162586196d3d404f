import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { runnerImport, type Plugin, type Rolldown } from 'vite'

const web = path.join(import.meta.dirname, 'src/web')
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10)

/**
 * Puts theme.js into every page before its styles, without its comments: a module would run after
 * the first paint, and a file of its own would delay it by a round trip.
 */
export function themeBeforePaint(): Plugin {
  return {
    name: 'theme-before-paint',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const script = readFileSync(path.join(web, 'ui/theme.js'), 'utf8')
        const code = script.replace(/^\s*\/\/.*\n/gm, '')
        return html.replace('</title>', () => `</title>\n    <script>\n${code}</script>`)
      },
    },
  }
}

/** The module that app/main.ts imports after the first paint. */
const START = 'app/start.tsx'

/**
 * Adds preload links for the scripts of app/start.tsx to app.html, because app/main.ts imports them
 * only after the first paint and they should be fetched earlier.
 */
export function scriptsOfStart(): Plugin {
  return {
    name: 'scripts-of-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {}, path: page }) => {
        if (page !== '/app.html') return html
        const links = [...scriptsIn(bundle)(START)]
          .filter((file) => !html.includes(file))
          .map(
            (file) =>
              `    <link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">\n`,
          )
        return html.replace('  </head>', `${links.join('')}  </head>`)
      },
    },
  }
}

/**
 * Returns a function that finds a src/web module's file in the bundle, and all files that it
 * imports.
 */
function scriptsIn(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  const withImports = (start: string | undefined, seen = new Set<string>()): Set<string> => {
    const chunk = chunks.find(({ fileName }) => fileName === start)
    if (!chunk || seen.has(chunk.fileName)) return seen
    seen.add(chunk.fileName)
    for (const next of chunk.imports) withImports(next, seen)
    return seen
  }
  return (module: string) =>
    withImports(
      chunks.find(({ facadeModuleId }) => facadeModuleId === path.join(web, module))?.fileName,
    )
}

/**
 * Writes .vite/screens.json: for each screen of app/screens.ts, the files it needs besides those of
 * app.html, its first API requests, and the HTML shown before any script has run. The server puts
 * all this into the page, so that the browser fetches the files in parallel with the app's own
 * scripts instead of after them.
 */
export function scriptsOfScreens(): Plugin {
  return {
    name: 'scripts-of-screens',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const source = readFileSync(path.join(web, 'app/screens.ts'), 'utf8')
      const firstPaints = await renderFirstPaints()
      const pages = source.matchAll(
        /path: '([^']+)'(?:[^}]*?answers: \[([^\]]*)\])?[^}]*?import\('\.\.\/(features\/[^']+)'\)/g,
      )
      const scriptsOf = scriptsIn(bundle)
      const app = new Set([...scriptsOf('app.html'), ...scriptsOf(START)])
      const screens = [...pages].map(([, url = '', answers = '', module = '']) => {
        const own = [...scriptsOf(module)].filter((file) => !app.has(file))
        if (own.length === 0) throw new Error(`The build has no scripts of ${url} (${module})`)
        const asked = [...answers.matchAll(/'([^']+)'/g)].map(([, each]) => each)
        // Last, because the screen is shown when this response arrives (TokenBanner), and its head
        // should not move after that.
        const answersFirst = [...asked, '/api/token-status']
        return [url, { scripts: own, answers: answersFirst, firstPaint: firstPaints[url] }]
      })
      if (screens.length === 0) throw new Error('No screen was found in app/screens.ts')
      this.emitFile({
        type: 'asset',
        fileName: '.vite/screens.json',
        source: JSON.stringify(Object.fromEntries(screens)),
      })
    },
  }
}

/** Renders the HTML that each screen shows before any script has run, by the screen's path. */
async function renderFirstPaints(): Promise<Record<string, string>> {
  const file = path.join(web, 'app/layout/FirstPaint.tsx')
  const { module } = await runnerImport<typeof import('./src/web/app/layout/FirstPaint.tsx')>(
    file,
    {
      configFile: false,
      // By alias, because the import map's conditions lead to dist, which does not exist before the
      // first build.
      resolve: {
        alias: [
          {
            find: /^#shared\/(.*)$/,
            replacement: path.join(import.meta.dirname, 'src/shared/$1.ts'),
          },
        ],
      },
    },
  )
  const html = Object.entries(module.HEADS).map(([url, head]) => [
    url,
    renderToStaticMarkup(module.FirstPaint(head)),
  ])
  return Object.fromEntries(html) as Record<string, string>
}

/** Properties of an endpoint's declaration that only the server reads. */
const FOR_THE_SERVER = new Set([
  'access',
  'act',
  'params',
  'query',
  'body',
  'bodyLimit',
  'answer',
  'freshPassword',
  'summary',
])

interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/**
 * Removes from the browser's code what only the server reads of the contracts. The browser sends
 * and receives without parsing (lib/api.ts), yet creating all schemas took a phone half a second
 * before anything was shown. Calls that create a schema are marked as pure, so that the bundler
 * drops the schemas that no form uses.
 */
export function contractsWithoutSchemas(): Plugin {
  return {
    name: 'contracts-without-schemas',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/shared\/(?:contracts\/|forms\/|fields\.ts)/ },
      handler(code) {
        const edits: { at: number; until: number; text: string }[] = []
        const visit = (node: Node) => {
          if (/Function/.test(node.type)) return
          if (/^(?:Call|New)Expression$/.test(node.type)) {
            edits.push({ at: node.start, until: node.start, text: '/* @__PURE__ */ ' })
            const { callee, arguments: given } = node as unknown as {
              callee: Node & { name?: string }
              arguments: (Node & { properties?: (Node & { key?: { name?: string } })[] })[]
            }
            if (callee.name === 'endpoint')
              for (const property of given[0]?.properties ?? [])
                if (FOR_THE_SERVER.has(property.key?.name ?? ''))
                  // The comma after the property stays, so an empty spread replaces the property.
                  edits.push({ at: property.start, until: property.end, text: '...{}' })
          }
          for (const part of Object.values(node))
            for (const each of Array.isArray(part) ? part : [part]) if (isNode(each)) visit(each)
        }
        visit(this.parse(code) as unknown as Node)
        let done = 0
        let lean = ''
        for (const { at, until, text } of edits.sort((a, b) => a.at - b.at || b.until - a.until)) {
          // Inside a part that is already removed.
          if (at < done) continue
          lean += code.slice(done, at) + text
          done = until
        }
        return { code: lean + code.slice(done), map: null, moduleSideEffects: false }
      },
    },
  }
}

/**
 * Writes the service worker: offline/worker.js with the addresses of the offline page and its
 * files. The addresses contain hashes, so that any change produces a new worker.
 */
export function offlineWorker(): Plugin {
  return {
    name: 'offline-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['offline.html']
        if (page?.type !== 'asset') throw new Error('The build has no offline.html')
        const html = page.source.toString()
        const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, url]) => url)
        const kept = [`/offline.html?${hashOf(html)}`, ...files]
        const source = readFileSync(path.join(web, 'offline/worker.js'), 'utf8')
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: source.replace('__KEPT__', JSON.stringify(kept)),
        })
      },
    },
  }
}
