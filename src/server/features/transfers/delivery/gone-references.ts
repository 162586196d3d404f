import type { NewDraft } from '#clients/fiken/types'
import { unlessGone } from '#clients/http/external-error'
import { dropContact, writeThroughContact } from '../../mirrors/contacts.ts'
import { dropProduct } from '../../mirrors/products.ts'
import type { Run } from './context.ts'
import { Ending } from './ending.ts'

/**
 * Deletes our copies of a refused draft's contact and products that are gone from Fiken, because
 * its change lists omit deletions. A contact that has become inactive is stored as inactive.
 * Returns the ending that requeues the row to be built again; null when nothing is missing.
 */
export async function withoutWhatIsGone(run: Run, draft: NewDraft): Promise<Ending | null> {
  const { platform, row, fiken, signal, timeline } = run
  const gone: string[] = []
  const contact = await unlessGone(fiken.contacts.get(draft.customerId, signal))
  if (!contact) {
    await dropContact(platform.db, row.companyId, fiken.slug, draft.customerId)
    gone.push('kunden')
  } else if (contact.inactive) {
    await writeThroughContact(platform.db, row.companyId, fiken.slug, contact)
    gone.push('kunden er satt inaktiv')
  }
  const products = new Set(draft.lines.flatMap((line) => line.productId ?? []))
  for (const productId of products) {
    if (await unlessGone(fiken.products.get(productId, signal))) continue
    await dropProduct(platform.db, row.companyId, fiken.slug, productId)
    gone.push(`produkt ${productId}`)
  }
  if (gone.length === 0) return null
  timeline.step(
    'send',
    `Borte i Fiken siden sist: ${gone.join(', ')}. Utkastet bygges på nytt.`,
    false,
  )
  // The row is not waiting, so an earlier attempt's error no longer applies.
  return new Ending({ kind: 'released', attempts: row.attempts }, 'Legges tilbake i køen', {
    errorCode: null,
    errorMessage: null,
    fikenCustomerId: null,
  })
}
