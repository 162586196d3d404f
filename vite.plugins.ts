import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { runnerImport, type Plugin, type Rolldown } from 'vite'

const web = path.join(import.meta.dirname, 'src/web')
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10)

/**
 * Puts theme.js into every page before its styles, as a file of its own that blocks: a module would
 * come after the first paint.
 */
export function themeBeforePaint(): Plugin {
  const read = () => readFileSync(path.join(web, 'ui/theme.js'), 'utf8')
  const nameOf = (script: string) => `assets/theme-${hashOf(script)}.js`
  return {
    name: 'theme-before-paint',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { server }) => {
        const script = server
          ? `<script>${read()}</script>`
          : `<script src="/${nameOf(read())}"></script>`
        return html.replace('</title>', `</title>\n    ${script}`)
      },
    },
    generateBundle() {
      const source = read()
      this.emitFile({ type: 'asset', fileName: nameOf(source), source })
    },
  }
}

/** What app/main.ts imports when the first paint is over. */
const START = 'app/start.tsx'

/**
 * Lets app.html name the scripts of app/start.tsx: app/main.ts imports them only after the first
 * paint, and they are fetched before it.
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
          .map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`)
        return html.replace('  </head>', `${links.join('')}  </head>`)
      },
    },
  }
}

/** Finds the file of a module of src/web, and all that it imports. */
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
 * Writes down which files each screen needs besides those of app.html, what it asks for first, and
 * what is seen before any script has run (.vite/screens.json), so that the server can put all that
 * into the page: the browser then fetches the files beside the app's own scripts instead of after
 * them. The screens are those of app/screens.ts.
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
        // Last: with it the screen is seen (TokenBanner), and by then its head should stand still.
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

/** What each screen shows before any script has run, as HTML by the screen's path. */
async function renderFirstPaints(): Promise<Record<string, string>> {
  const file = path.join(web, 'app/layout/FirstPaint.tsx')
  const { module } = await runnerImport<typeof import('./src/web/app/layout/FirstPaint.tsx')>(
    file,
    {
      configFile: false,
      // By alias: the import map's conditions lead to dist here, which an empty machine has not.
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

/** Of an endpoint's declaration, what only the server reads. */
const FOR_THE_SERVER = new Set(['params', 'query', 'body', 'answer', 'summary'])

interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/**
 * Leaves out of the browser what only the server reads of the contracts. The browser sends and
 * receives without parsing (lib/api.ts), yet making all schemas took a phone half a second before
 * anything was shown. What makes a schema is marked as pure, so that the bundler drops each that
 * no form uses.
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
                  // The comma stays, after a property that nobody reads.
                  edits.push({ at: property.start, until: property.end, text: '...{}' })
          }
          for (const part of Object.values(node))
            for (const each of Array.isArray(part) ? part : [part]) if (isNode(each)) visit(each)
        }
        visit(this.parse(code) as unknown as Node)
        let done = 0
        let lean = ''
        for (const { at, until, text } of edits.sort((a, b) => a.at - b.at || b.until - a.until)) {
          // Inside of what is left out.
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
 * Writes the service worker: offline/worker.js with the addresses of the page without network and
 * of what that needs. They hold hashes, so that a change of any of them makes a new worker.
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
