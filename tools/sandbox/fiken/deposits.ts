import { addDays } from '../world/local-time.ts'
import type { FikenCompany, StoredInvoice } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { readLine } from './draft-rules.ts'
import { book } from './invoicing.ts'

export interface DepositLine {
  /** Net øre. */
  unitPrice: number
  quantity?: number
  vatType?: string
  incomeAccount?: string
}

/** Books a deposit invoice without a draft, as a user writes it by hand in Fiken. */
export function invoiceDeposit(
  world: World,
  company: FikenCompany,
  {
    customerId,
    issueDate,
    lines,
    roundingType,
  }: { customerId: number; issueDate: string; lines: DepositLine[]; roundingType?: string },
): StoredInvoice {
  const read = lines.map((line) =>
    readLine(
      world,
      company,
      {
        description: 'Forskudd',
        quantity: 1,
        vatType: 'HIGH',
        incomeAccount: '3000',
        ...line,
      },
      issueDate,
    ),
  )
  return book(world, company, read, {
    issueDate,
    dueDate: addDays(issueDate, 14),
    cash: false,
    customerId,
    currency: 'NOK',
    today: issueDate,
    ...(roundingType ? { roundingType } : {}),
  })
}
