import type { NewContact, NewDraft, VatType } from '#clients/fiken/types'
import { formatMonth } from '#shared/dates'
import type { Expectation } from '../../drafts/totals-check.ts'
import { LINE_TEXT_LIMIT } from '../../drafts/texts.ts'
import { cut } from '../../drafts/truncate.ts'
import type { BillRecipient } from '../tables.ts'

/**
 * The content of a month's bill, which no longer changes once the bill exists. `price` is in øre
 * without VAT.
 */
export interface Charged {
  uuid: string
  month: string
  price: number
  productName: string
  productDescription: string
}

export interface Seller {
  vatRegistered: boolean
  bankAccountNumber: string | null
}

/** The number of days from the issue date to the due date (rule 30). */
const DUE_DAYS = 14
const VAT_PERCENT = 25

/**
 * Returns the draft of a month's bill, with one line for the whole month, paid in advance. The VAT
 * type is HIGH on account 3020, or OUTSIDE on account 3200 if the company is not registered for VAT
 * (rule 30).
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

/**
 * Returns the totals in øre that Fiken should compute. A price in whole kroner gives VAT in whole
 * øre.
 */
export function expectedOf(
  price: number,
  { vatRegistered }: Pick<Seller, 'vatRegistered'>,
): Expectation {
  const gross = vatRegistered ? price + (price * VAT_PERCENT) / 100 : price
  return { net: price, gross, pricedLines: 1, theirGross: gross }
}

export function contactOf(recipient: BillRecipient, memberNumber: string): NewContact {
  const { name, email, address, postalCode, city } = recipient
  return {
    name,
    email,
    memberNumber,
    address: { street: address, street2: '', postalCode, city, country: 'Norway' },
  }
}
