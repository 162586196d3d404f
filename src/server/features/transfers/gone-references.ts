import type { NewDraft } from '#clients/fiken/types'
import { isExternalError } from '#clients/http/external-error'
import { forgetContact } from '../customers/mirror.ts'
import { forgetProduct } from '../products/mirror.ts'
import type { Run } from './run.ts'
import { Stop } from './stop.ts'

/**
 * Fiken has refused a draft. Deletions are not among what its lists tell us has changed, so our copies may name a contact or a product
 * that somebody has deleted there since: those are asked about, and forgotten when they are gone.
 *
 * Answers the Stop that sends the row back into the queue, to be built anew without them; null when everything is still there.
 */
export async function withoutWhatIsGone(run: Run, draft: NewDraft): Promise<Stop | null> {
  const { platform, row, fiken, signal, journal } = run
  const gone: string[] = []
  if (await isGone(() => fiken.contacts.get(draft.customerId, signal))) {
    await forgetContact(platform.db, row.userId, fiken.slug, draft.customerId)
    gone.push('kunden')
  }
  const products = new Set(draft.lines.flatMap((line) => line.productId ?? []))
  for (const productId of products) {
    if (!(await isGone(() => fiken.products.get(productId, signal)))) continue
    await forgetProduct(platform.db, row.userId, fiken.slug, productId)
    gone.push(`produkt ${productId}`)
  }
  if (gone.length === 0) return null
  journal.step('send', `Slettet i Fiken siden sist: ${gone.join(', ')}. Utkastet bygges på nytt.`, false)
  return new Stop(
    'Legges tilbake i køen',
    { status: 'queued', nextAttemptAt: null, errorCode: null, errorMessage: null, fikenCustomerId: null },
    false,
  )
}

async function isGone(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask()
    return false
  } catch (error) {
    if (isExternalError(error, 'not_found')) return true
    throw error
  }
}
