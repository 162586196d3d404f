import type { NewContact, NewDraft, VatType } from '#clients/fiken/types'
import { formatMonth } from '#shared/dates'
import type { Expectation } from '../../drafts/totals-check.ts'
import { LINE_TEXT_LIMIT } from '../../drafts/texts.ts'
import { cut } from '../../drafts/truncate.ts'
import type { BillRecipient } from '../tables.ts'

/** The terms of one month, frozen on the bill. `price` is in øre without VAT. */
export interface Charged {
  uuid: string
  month: string
  price: number
  productName: string
  productDescription: string
}

/** The company that sends the bill. */
export interface Seller {
  vatRegistered: boolean
  bankAccountNumber: string | null
}

/** Days from the issue date to the due date (rule 30). */
const DUE_DAYS = 14
/** The VAT on services, in percent, for a seller that is registered for VAT. */
const VAT_PERCENT = 25

/**
 * Returns a month's bill as a draft: one line for the whole month, in advance. The VAT is HIGH on
 * 3020, or OUTSIDE on 3200 where the company is not registered for VAT (rule 30).
 *
 * @param issueDate yyyy-mm-dd
 */
export function billDraft(
  charged: Charged,
  { attention }: Pick<BillRecipient, 'attention'>,
  seller: Seller,
  { customerId, issueDate }: { customerId: number; issueDate: string },
): NewDraft {
  const { uuid, month, price, productName, productDescription } = charged
  const vat: { vatType: VatType; incomeAccount: string } = seller.vatRegistered
    ? { vatType: 'HIGH', incomeAccount: '3020' }
    : { vatType: 'OUTSIDE', incomeAccount: '3200' }
  const when = `, ${formatMonth(month)}`
  return {
    uuid,
    customerId,
    issueDate,
    daysUntilDueDate: DUE_DAYS,
    lines: [
      {
        description: cut(productName, LINE_TEXT_LIMIT - when.length) + when,
        quantity: '1',
        unitPrice: price,
        ...vat,
        ...(productDescription ? { comment: cut(productDescription, LINE_TEXT_LIMIT) } : {}),
      },
    ],
    ...(attention ? { yourReference: cut(attention, LINE_TEXT_LIMIT) } : {}),
    ...(seller.bankAccountNumber ? { bankAccountNumber: seller.bankAccountNumber } : {}),
  }
}

/** Returns the totals that Fiken should compute. A price in whole kroner has VAT in whole øre. */
export function expectedOf(
  price: number,
  { vatRegistered }: Pick<Seller, 'vatRegistered'>,
): Expectation {
  const gross = vatRegistered ? price + (price * VAT_PERCENT) / 100 : price
  return { net: price, gross, pricedLines: 1, theirGross: gross }
}

/** Returns the contact in Fiken that the bill is sent to. */
export function contactOf(recipient: BillRecipient, memberNumber: string): NewContact {
  const { name, email, address, postalCode, city } = recipient
  return {
    name,
    email,
    memberNumber,
    address: { street: address, street2: '', postalCode, city, country: 'Norway' },
  }
}
