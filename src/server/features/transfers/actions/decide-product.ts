import { instant } from '../../../platform/clock.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { materialsByUuid } from '../../mirrors/materials.ts'
import { decideProducts } from '../../reservations/reserve.ts'
import type { Word } from '../../reservations/reservation.ts'
import { keyOfNumber, productNumberOf } from '../../products/product-number.ts'
import { standing } from '../outcome.ts'
import { rowsOfDraft } from '../queries.ts'
import type { TransferRow } from '../tables.ts'
import { change, underLock } from '../act.ts'
import { draftsThatLackProducts, startLackingProducts } from './same-question-store.ts'
import { tryLaneNow } from '../lane.ts'

const SAID: Record<Word, string> = {
  create: 'Opprett likevel: produktet lages i Fiken hvis det ikke er der',
  text: 'Send uten produkt: linjen går som fritekst',
}

const ANSWERS: Record<Word, { one: string; many: (products: number) => string }> = {
  create: {
    one: 'Produktet opprettes i Fiken, og overføringen fortsetter.',
    many: (products) => `${products} produkter opprettes i Fiken, og overføringen fortsetter.`,
  },
  text: {
    one: 'Overføringen fortsetter, med linjen som fritekst.',
    many: (products) =>
      `Overføringen fortsetter, med linjene for ${products} produkter som fritekst.`,
  },
}

/**
 * Stores the user's decision about a product whose creation got no response from Fiken. The lane
 * searches Fiken once more first, so that a second click, or another transfer with the same
 * product, does not create a second product.
 * @throws HttpError 404, 409
 */
export async function decideProduct(
  platform: Platform,
  companyId: string,
  actor: Actor | null,
  id: string,
  word: Word,
): Promise<string> {
  let decided = 0
  await underLock(platform, companyId, id, async (inside, row) => {
    const { isActive, fikenCompanySlug: slug } = await configurationOf(inside.db, companyId)
    if (row.status !== 'failed' || row.errorCode !== 'product_missing' || !slug) {
      throw new HttpError(
        409,
        'nothing_to_decide',
        'Det er ikke noe produkt å bestemme over her. Last siden på nytt.',
      )
    }
    // A question about one job on a draft is shown on all of the draft's jobs.
    const rows = await rowsOfDraft(inside.db, row)
    const keys = await productKeysOf(inside, companyId, rows)
    const answer = await decideProducts(inside, { companyId, slug }, keys, word)
    decided = answer.decided.length
    const same = await lackingOnly(inside, companyId, answer)
    const now = instant(inside.clock)
    await change(
      inside,
      row,
      'retry',
      { ...standing({ kind: 'queued' }), askedWhileOff: !isActive, retryCount: row.retryCount + 1 },
      { text: SAID[word], actor },
    )
    await startLackingProducts(inside.db, row, same, { askedWhileOff: !isActive, now })
  })
  await tryLaneNow(platform, companyId)
  return decided > 1 ? ANSWERS[word].many(decided) : ANSWERS[word].one
}

async function productKeysOf(
  { db }: Platform,
  companyId: string,
  rows: readonly Pick<TransferRow, 'snapshot'>[],
): Promise<string[]> {
  const lines = rows.flatMap(({ snapshot }) => snapshot?.lines ?? [])
  const uuids = lines.flatMap(({ materialUuid }) => materialUuid ?? [])
  const materials = await materialsByUuid(db, companyId, uuids)
  return materials.map((material) => keyOfNumber(productNumberOf(material)))
}

async function lackingOnly(
  { db }: Platform,
  companyId: string,
  { decided, open }: { decided: readonly string[]; open: readonly string[] },
): Promise<string[]> {
  const drafts = await draftsThatLackProducts(db, companyId)
  const uuids = new Set(drafts.flatMap(({ materials }) => materials))
  const keyOf = new Map(
    (await materialsByUuid(db, companyId, [...uuids])).map((material) => [
      material.uuid,
      keyOfNumber(productNumberOf(material)),
    ]),
  )
  return drafts.flatMap(({ ids, materials }) => {
    const keys = materials.flatMap((uuid) => keyOf.get(uuid) ?? [])
    const isAnswered =
      keys.some((key) => decided.includes(key)) && !keys.some((key) => open.includes(key))
    return isAnswered ? ids : []
  })
}
