import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { configurationOf } from '../configuration/read-configuration.ts'
import { keyOfNumber } from '../products/ensure-products.ts'
import { materialsByUuid } from '../products/mirror.ts'
import { decideProducts } from '../reservations/reserve.ts'
import type { Word } from '../reservations/reservation.ts'
import { change, underLock } from './acts.ts'
import { startMissingTheSame } from './alike-store.ts'
import { productNumberOf } from './products.ts'
import { tryLaneNow } from './resume.ts'
import type { TransferRow } from './store.ts'

const SAID: Record<Word, string> = {
  create: 'Opprett likevel: produktet lages i Fiken hvis det ikke er der',
  text: 'Send uten produkt: linjen går som fritekst',
}

const ANSWERS: Record<Word, string> = {
  create: 'Produktet opprettes i Fiken, og overføringen fortsetter.',
  text: 'Overføringen fortsetter, med linjen som fritekst.',
}

/**
 * A person's word on a product whose creation Fiken has not answered. The lane acts on it, and looks in Fiken once more first, so that a
 * second click, or another transfer with the same product, makes no second one.
 *
 * @throws Refusal 404, 409
 */
export async function decideProduct(platform: Platform, userId: string, id: string, word: Word): Promise<string> {
  await underLock(platform, userId, id, async (inside, row) => {
    const { isActive, fikenCompanySlug: slug } = await configurationOf(inside.db, userId)
    if (row.status !== 'failed' || row.errorCode !== 'product_missing' || !slug) {
      throw new Refusal(409, 'nothing_to_decide', 'Det er ikke noe produkt å bestemme over her. Last siden på nytt.')
    }
    await decideProducts(inside, { userId, slug }, await productKeysOf(inside, row), word)
    const now = instant(inside.clock)
    const go = { status: 'queued', attempts: 0, nextAttemptAt: null, errorCode: null, errorMessage: null } as const
    await change(inside, row, 'retry', { ...go, askedWhileOff: !isActive, retryCount: row.retryCount + 1 }, SAID[word])
    await startMissingTheSame(inside.db, row, { askedWhileOff: !isActive, now })
  })
  await tryLaneNow(platform, userId)
  return ANSWERS[word]
}

async function productKeysOf({ db }: Platform, { userId, snapshot }: TransferRow): Promise<string[]> {
  const uuids = (snapshot?.lines ?? []).flatMap(({ materialUuid }) => materialUuid ?? [])
  const materials = await materialsByUuid(db, userId, uuids)
  return materials.map((material) => keyOfNumber(productNumberOf(material)))
}
