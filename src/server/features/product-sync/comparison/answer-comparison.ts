import { mayWriteProducts } from '#clients/servicem8/oauth'
import { comparison, type ProductLists } from '#shared/contracts/products/comparison'
import type { KeptAnswers } from '../../../platform/http/kept-answers.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { connectionsOf, knownCompany } from '../../connections/queries.ts'
import { notConnected } from '../../connections/tokens/grant-row.ts'
import { countMaterials, materialsReadAt } from '../../mirrors/materials.ts'
import { countProducts, productsReadAt } from '../../mirrors/products.ts'
import { scopesOf } from '../../mirrors/schedule.ts'
import { comparisonFingerprint } from './fingerprint-store.ts'
import { compareLists } from './read-comparison.ts'
import { askRefresh, readRefresh, type Refresh } from './refresh-store.ts'
import { PRODUCT_LISTS } from '../queue-name.ts'

/**
 * The ages in milliseconds above which lists are read again in the background, normally and after a
 * failure.
 */
const OLD_AFTER_MS = 5 * 60_000
const AGAIN_AFTER_MS = 30_000

/**
 * Returns the comparison as JSON from our copies of the lists, with their age. Old lists are read
 * again in the background.
 * @throws HttpError 409 when one of the systems is not connected, or no company is chosen
 */
export async function answerComparison(
  platform: Platform,
  companyId: string,
  kept: KeptAnswers,
  { force }: { force: boolean },
): Promise<Buffer> {
  const { db } = platform
  const { account, slug } = await comparable(platform, companyId)
  const [servicem8, fiken] = [
    await materialsReadAt(db, companyId, account),
    await productsReadAt(db, companyId, slug),
  ]
  const refresh = await refreshed(platform, companyId, { force, neverRead: !servicem8 || !fiken })
  const isRead = servicem8 !== null && fiken !== null
  const fingerprint = await comparisonFingerprint(db, companyId, slug)
  const lists: ProductLists = {
    fiken: fiken?.toISOString() ?? null,
    servicem8: servicem8?.toISOString() ?? null,
    refreshing: isUnderWay(refresh),
    ...(await counted(platform, companyId, slug, { kept, fingerprint })),
    problem: refresh.problem,
  }
  const connections = await connectionsOf(db, companyId)
  const company = await knownCompany(db, companyId, slug)
  const success = isRead || refresh.problem === null
  const around = {
    success,
    lists,
    mayWrite: mayWriteProducts(connections.servicem8?.scope ?? ''),
    vatRegistered: company?.vatRegistered ?? true,
    ...(success ? {} : { error: refresh.problem, details: refresh.details ?? '' }),
  }
  if (!isRead) return Buffer.from(JSON.stringify({ ...around, comparison: null }))
  const lasting = await kept.of(companyId, fingerprint, async () =>
    JSON.stringify(comparison.parse(await compareLists(db, companyId, slug))),
  )
  const start = JSON.stringify(around).slice(0, -1)
  return Buffer.concat([Buffer.from(`${start},"comparison":`), lasting, Buffer.from('}')])
}

async function counted(
  { db }: Platform,
  companyId: string,
  slug: string,
  { kept, fingerprint }: { kept: KeptAnswers; fingerprint: string },
): Promise<Pick<ProductLists, 'fikenCount' | 'servicem8Count'>> {
  const counts = await kept.of(`${companyId} counts`, fingerprint, async () =>
    JSON.stringify([await countProducts(db, companyId, slug), await countMaterials(db, companyId)]),
  )
  const [fikenCount, servicem8Count] = JSON.parse(counts.toString()) as [number, number]
  return { fikenCount, servicem8Count }
}

/**
 * Returns the ServiceM8 account and the Fiken company to compare.
 * @throws HttpError 409 `authorize_servicem8`, `authorize_fiken`, `choose_company`
 */
export async function comparable(
  { db }: Pick<Platform, 'db'>,
  companyId: string,
): Promise<{ account: string; slug: string }> {
  const { account } = await scopesOf(db, companyId)
  if (account === null) throw notConnected('servicem8')
  return { account, slug: await companyOf({ db }, companyId) }
}

/**
 * Returns the slug of the chosen company in Fiken.
 * @throws HttpError 409 `authorize_fiken`, `choose_company`
 */
export async function companyOf({ db }: Pick<Platform, 'db'>, companyId: string): Promise<string> {
  const { slug } = await scopesOf(db, companyId)
  const { fiken } = await connectionsOf(db, companyId)
  if (fiken?.status !== 'connected') throw notConnected('fiken')
  if (slug === null)
    throw new HttpError(
      409,
      'choose_company',
      'Produktene sammenlignes når selskapet i Fiken er valgt under Konfigurasjoner.',
    )
  return slug
}

async function refreshed(
  { db, clock, queue }: Platform,
  companyId: string,
  { force, neverRead }: { force: boolean; neverRead: boolean },
): Promise<Refresh> {
  const known = await readRefresh(db, companyId)
  const now = instant(clock)
  const ageMs = known?.endedAt ? now.getTime() - known.endedAt.getTime() : Infinity
  const soon = neverRead || known?.problem !== null
  const isOld = ageMs > (soon ? AGAIN_AFTER_MS : OLD_AFTER_MS)
  if (known && !force) {
    if (isUnderWay(known)) queue.wake(PRODUCT_LISTS, companyId)
    if (isUnderWay(known) || !isOld) return known
  }
  await askRefresh(db, companyId, now)
  queue.wake(PRODUCT_LISTS, companyId)
  const { problem = null, details = null } = known ?? {}
  return { companyId, askedAt: now, endedAt: null, problem, details }
}

const isUnderWay = ({ askedAt, endedAt }: Refresh) => endedAt === null || endedAt < askedAt
