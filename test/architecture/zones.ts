import { isTest, type Source } from './source.ts'

/** Where a file stands, as far as the rules care. */
interface Place {
  zone: 'shared' | 'clients' | 'server' | 'web' | 'sandbox' | 'root' | 'outside'
  /** The folder below the zone (a vendor, `platform`, `app`, `ui` …), or for features the feature. */
  part: string
  feature: string | undefined
  /** What follows: `store.ts`, `draft/lines.ts`. */
  rest: string
}

export function placeOf(file: string): Place {
  const [top, zone, part = '', ...rest] = file.split('/')
  if (top !== 'src' || !zone) return { zone: 'outside', part: '', feature: undefined, rest: file }
  if (zone.includes('.')) return { zone: 'root', part: '', feature: undefined, rest: zone }
  const isFeature = part === 'features'
  const feature = isFeature ? rest.shift() : undefined
  return { zone: zone as Place['zone'], part: isFeature ? 'features' : part, feature, rest: rest.join('/') }
}

/** What a file may import of ours. The answer is a sentence about what is wrong, or `undefined`. */
type Verdict = string | undefined

function judge(from: Place, to: Place, target: string): Verdict {
  if (to.zone === 'outside') return 'production code imports nothing from test, scripts or bench'
  switch (from.zone) {
    case 'shared':
      return to.zone === 'shared' ? undefined : 'shared imports nothing of ours'
    case 'clients': {
      const own = to.zone === 'clients' && (to.part === from.part || to.part === 'http')
      return own || to.zone === 'shared' ? undefined : 'clients import only clients/http and shared'
    }
    case 'web':
      if (to.zone !== 'web') return to.zone === 'shared' ? undefined : 'web imports only shared'
      if (from.part === 'ui' && to.part !== 'ui') return 'web/ui knows neither router nor data: it imports only web/ui'
      if (from.part === 'lib' && (to.part === 'features' || to.part === 'app')) return 'web/lib knows no feature and no page'
      return undefined
    case 'sandbox': {
      const wire = to.zone === 'clients' && /^src\/clients\/[^/]+\/(wire|types)(\.ts|\/|-)/.test(target)
      return to.zone === 'sandbox' || to.zone === 'shared' || wire
        ? undefined
        : "sandbox imports only clients' wire types and shared"
    }
    case 'server':
      if (to.zone === 'sandbox' || to.zone === 'web' || to.zone === 'root') return `server does not import ${target}`
      if (from.part === 'platform' && to.zone === 'server' && to.part !== 'platform') return 'platform knows no feature'
      if (from.part === 'features' && to.part.startsWith('compose')) return 'features do not import what puts them together'
      return undefined
    case 'root':
      return to.zone === 'sandbox' || to.zone === 'web' ? 'the production entries load no sandbox and no browser code' : undefined
    default:
      return undefined
  }
}

/** Zones know only what they may know. Tests may stand on anything. */
export function zoneViolations(sources: Source[]): string[] {
  return sources
    .filter((source) => source.path.startsWith('src/') && !isTest(source.path))
    .flatMap((source) =>
      source.imports.flatMap(({ target, specifier }) => {
        const from = placeOf(source.path)
        if (from.zone === 'shared' && specifier.startsWith('node:'))
          return [`${source.path}: shared runs in the browser: ${specifier}`]
        if (from.zone === 'web' && from.part === 'ui' && /^(react-router|@tanstack\/react-query)/.test(specifier)) {
          return [`${source.path}: web/ui knows neither router nor data: ${specifier}`]
        }
        if (target === undefined) return []
        const wrong = isTest(target) ? 'production code imports no test' : judge(from, placeOf(target), target)
        return wrong ? [`${source.path}: ${wrong}: ${specifier}`] : []
      }),
    )
}

const PRIVATE = /(^|\/)((store|routes|jobs)([/.-]|$)|[^/]*-(store|routes)\.ts$)/

/** A feature reaches another only through its use-case files, never through its `store`, `routes` or `jobs`. */
export function privacyViolations(sources: Source[]): string[] {
  return sources
    .filter((source) => !isTest(source.path) && placeOf(source.path).feature !== undefined)
    .flatMap((source) =>
      source.imports.flatMap(({ target, specifier }) => {
        if (target === undefined) return []
        const from = placeOf(source.path)
        const to = placeOf(target)
        const foreign = from.zone === 'server' && to.zone === 'server' && to.feature !== undefined && to.feature !== from.feature
        return foreign && PRIVATE.test(to.rest) ? [`${source.path}: ${specifier} is private to ${to.feature}`] : []
      }),
    )
}

/** Runtime imports that lead back to where they began. What is erased when compiled, and what loads later, cannot close a circle. */
export function cycles(sources: Source[]): string[] {
  const next = new Map(
    sources.map((source) => [
      source.path,
      source.imports.filter(({ typeOnly, dynamic }) => !typeOnly && !dynamic).flatMap(({ target }) => target ?? []),
    ]),
  )
  const done = new Set<string>()
  const found: string[] = []
  const visit = (file: string, trail: string[]): void => {
    const start = trail.indexOf(file)
    if (start >= 0) {
      found.push([...trail.slice(start), file].join(' → '))
      return
    }
    if (done.has(file)) return
    for (const each of next.get(file) ?? []) visit(each, [...trail, file])
    done.add(file)
  }
  for (const file of next.keys()) visit(file, [])
  return found
}
