import { isTest, RULED, type Source } from './source.ts'

interface Place {
  zone: 'shared' | 'clients' | 'server' | 'web' | 'sandbox' | 'verify' | 'root' | 'outside'
  /** The folder below the zone (a vendor, `platform`, `app`, `ui` …), or the feature. */
  part: string
  feature: string | undefined
  rest: string
}

export function placeOf(file: string): Place {
  const [, zone, part = '', ...rest] = file.split('/')
  if (!zone || !RULED.test(file))
    return { zone: 'outside', part: '', feature: undefined, rest: file }
  if (zone.includes('.')) return { zone: 'root', part: '', feature: undefined, rest: zone }
  const isFeature = part === 'features'
  const feature = isFeature ? rest.shift() : undefined
  return {
    zone: zone as Place['zone'],
    part: isFeature ? 'features' : part,
    feature,
    rest: rest.join('/'),
  }
}

/** Message about a forbidden import; undefined when the import is allowed. */
type Verdict = string | undefined

function judge(from: Place, to: Place, target: string): Verdict {
  if (to.zone === 'outside') return 'nothing from test, scripts or bench is imported'
  if (to.zone === 'verify' && from.zone !== 'verify')
    return 'nothing of the product asks: verify is a tool'
  switch (from.zone) {
    case 'shared':
      return to.zone === 'shared' ? undefined : 'shared imports nothing of ours'
    case 'clients': {
      const own = to.zone === 'clients' && (to.part === from.part || to.part === 'http')
      return own || to.zone === 'shared' ? undefined : 'clients import only clients/http and shared'
    }
    case 'web':
      if (to.zone !== 'web') return to.zone === 'shared' ? undefined : 'web imports only shared'
      if (from.part === 'ui' && to.part !== 'ui')
        return 'web/ui knows neither router nor data: it imports only web/ui'
      if (from.part === 'lib' && (to.part === 'features' || to.part === 'app'))
        return 'web/lib knows no feature and no page'
      return undefined
    case 'sandbox': {
      const wire =
        to.zone === 'clients' && /^src\/clients\/[^/]+\/(wire|types)(\.ts|\/|-)/.test(target)
      return to.zone === 'sandbox' || to.zone === 'shared' || wire
        ? undefined
        : "sandbox imports only clients' wire types and shared"
    }
    case 'server':
      if (to.zone === 'sandbox' || to.zone === 'web' || to.zone === 'root')
        return `server does not import ${target}`
      if (from.part === 'platform' && to.zone === 'server' && to.part !== 'platform')
        return 'platform knows no feature'
      if (from.feature === 'drafts' && /^src\/clients\/\w+\/client\.ts$/.test(target))
        return 'drafts is pure, and calls no vendor'
      if (from.part === 'features' && to.part.startsWith('compose'))
        return 'features do not import what puts them together'
      return undefined
    // The verify tool uses the product's vendor clients and parses responses with the product's
    // code.
    case 'verify':
    case 'root':
      return to.zone === 'sandbox' || to.zone === 'web'
        ? 'the production entries load no sandbox and no browser code'
        : undefined
    default:
      return undefined
  }
}

/** Returns the forbidden imports between zones. Tests may import anything. */
export function zoneViolations(sources: Source[]): string[] {
  return sources
    .filter((source) => RULED.test(source.path) && !isTest(source.path))
    .flatMap((source) =>
      source.imports.flatMap(({ target, specifier }) => {
        const from = placeOf(source.path)
        if (from.zone === 'shared' && specifier.startsWith('node:'))
          return [`${source.path}: shared runs in the browser: ${specifier}`]
        if (
          from.zone === 'web' &&
          from.part === 'ui' &&
          /^(react-router|@tanstack\/react-query)/.test(specifier)
        ) {
          return [`${source.path}: web/ui knows neither router nor data: ${specifier}`]
        }
        if (target === undefined) return []
        const wrong = isTest(target)
          ? 'production code imports no test'
          : judge(from, placeOf(target), target)
        return wrong ? [`${source.path}: ${wrong}: ${specifier}`] : []
      }),
    )
}

const PRIVATE = /(^|\/)(store|routes|queues)([/.-]|$)|[^/]*-(store|routes)\.ts$/

/**
 * Stores that another feature may import. Intake processes the inbox and creates the transfers'
 * rows. Payments are stored with the transfer, and their cursors with the mirrors' cursors. A job's
 * missing attachments are stored on the transfer's row. A transfer and its document are written in
 * one SQL statement.
 */
const SHARED_STORES: Record<string, readonly string[]> = {
  intake: ['inbox/store.ts', 'transfers/store.ts'],
  payments: ['transfers/payment-store.ts', 'mirrors/cursor-store.ts'],
  admin: ['auth/store.ts'],
  transfers: ['documents/store.ts'],
  attachments: ['transfers/attachment-store.ts'],
}

/** Returns imports of another feature's stores, routes or queues, which are private to it. */
export function privacyViolations(sources: Source[]): string[] {
  return sources
    .filter((source) => !isTest(source.path) && placeOf(source.path).feature !== undefined)
    .flatMap((source) =>
      source.imports.flatMap(({ target, specifier }) => {
        if (target === undefined) return []
        const from = placeOf(source.path)
        const to = placeOf(target)
        const foreign =
          from.zone === 'server' &&
          to.zone === 'server' &&
          to.feature !== undefined &&
          to.feature !== from.feature
        if (!foreign || !PRIVATE.test(to.rest)) return []
        if (SHARED_STORES[from.feature ?? '']?.includes(`${to.feature}/${to.rest}`)) return []
        return [`${source.path}: ${specifier} is private to ${to.feature}`]
      }),
    )
}

const MAY_HOLD_SQL = /(^|\/)([^/]*store|queries|[^/]*-queries|tables)\.ts$/
const MAKES_SQL = new Set(['drizzle-orm', 'drizzle-orm/pg-core'])

/**
 * Returns SQL outside `*store.ts` (a feature's own), `queries.ts` (reads for all) and `tables.ts`.
 * Other files of a feature may pass an SQL fragment on, but not write one.
 */
export function scatteredSql(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('src/server/') && !isTest(path))
    .filter(({ path }) => placeOf(path).feature !== undefined && !MAY_HOLD_SQL.test(path))
    .filter(({ imports }) =>
      imports.some(({ specifier, typeOnly }) => MAKES_SQL.has(specifier) && !typeOnly),
    )
    .map(({ path }) => `${path}: SQL belongs in a store, queries.ts or tables.ts`)
}

/** Returns circular dependencies between features; type-only imports count too. */
export function featureCircles(sources: Source[]): string[] {
  const next = new Map<string, Set<string>>()
  for (const source of sources.filter(({ path }) => !isTest(path))) {
    const from = featureOf(source.path)
    if (from === undefined) continue
    const known = next.get(from) ?? new Set()
    next.set(from, known)
    for (const { target } of source.imports) {
      const to = target === undefined ? undefined : featureOf(target)
      if (to !== undefined && to !== from) known.add(to)
    }
  }
  return circlesIn(next)
}

/**
 * Returns the imports of a server feature from a later feature in the order, or from a feature that
 * the order does not list, e.g. "mirrors → transfers".
 *
 * @param order the features, lowest first
 */
export function againstOrder(sources: Source[], order: readonly string[]): string[] {
  const found = new Set<string>()
  const placeIn = (feature: string) => {
    const place = order.indexOf(feature)
    return place === -1 ? Infinity : place
  }
  for (const source of sources.filter(({ path }) => !isTest(path))) {
    const from = serverFeatureOf(source.path)
    if (from === undefined) continue
    for (const { target } of source.imports) {
      const to = target === undefined ? undefined : serverFeatureOf(target)
      if (to !== undefined && to !== from && placeIn(to) >= placeIn(from))
        found.add(`${from} → ${to}`)
    }
  }
  return [...found].sort()
}

function serverFeatureOf(file: string): string | undefined {
  const { zone, feature } = placeOf(file)
  return zone === 'server' ? feature : undefined
}

function featureOf(file: string): string | undefined {
  const { zone, feature } = placeOf(file)
  return feature === undefined ? undefined : `${zone}/${feature}`
}

/** Returns the runtime import cycles. Type-only and dynamic imports do not count. */
export function cycles(sources: Source[]): string[] {
  return circlesIn(
    new Map(
      sources.map((source) => [
        source.path,
        new Set(
          source.imports
            .filter(({ typeOnly, dynamic }) => !typeOnly && !dynamic)
            .flatMap(({ target }) => target ?? []),
        ),
      ]),
    ),
  )
}

export function circlesIn(next: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const visit = (node: string, trail: string[]): void => {
    const start = trail.indexOf(node)
    if (start >= 0) {
      found.push([...trail.slice(start), node].join(' → '))
      return
    }
    if (done.has(node)) return
    for (const each of next.get(node) ?? []) visit(each, [...trail, node])
    done.add(node)
  }
  for (const node of next.keys()) visit(node, [])
  return found
}
