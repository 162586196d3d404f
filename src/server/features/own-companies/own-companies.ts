import { VENDORS } from '#shared/contracts/connections'
import type { OwnCompanyRow } from '#shared/contracts/own-companies'
import type { Db } from '../../platform/database/database.ts'
import { companiesOf } from '../auth/queries.ts'
import { everActiveOf } from '../configuration/queries.ts'
import { connectedVendorsOf } from '../connections/queries.ts'
import { uninvoicedOf } from '../intake/uninvoiced-queries.ts'
import { reconciledOf } from '../reconciliation/queries.ts'
import { sumsOfMany } from '../transfers/needs-queries.ts'

/**
 * Returns a row for each company that the person is a member of, by name. The number of statements
 * is the same for one company and for a hundred, and no vendor is asked.
 */
export async function ownCompaniesOf(db: Db, personId: string): Promise<OwnCompanyRow[]> {
  const own = await companiesOf(db, personId)
  if (own.length === 0) return []
  const ids = own.map(({ id }) => id)
  const needs = await sumsOfMany(db, ids, 'act')
  const uninvoiced = await uninvoicedOf(db, ids)
  const reconciled = await reconciledOf(db, ids)
  const connected = await connectedVendorsOf(db, ids)
  const everActive = await everActiveOf(db, ids)
  return own.map(({ id, name, role }) => {
    const hasBeenActive = everActive.has(id)
    return {
      id,
      name,
      role,
      needs: needs.get(id) ?? null,
      uninvoiced: sumAndAge(uninvoiced.get(id)),
      reconciled: reconciled.get(id) ?? null,
      ended: hasBeenActive
        ? VENDORS.filter((vendor) => connected.get(id)?.includes(vendor) !== true)
        : [],
      everActive: hasBeenActive,
    }
  })
}

function sumAndAge(sum: OwnCompanyRow['uninvoiced'] | undefined): OwnCompanyRow['uninvoiced'] {
  const { count = 0, ore = 0, withoutAmount = 0, negative = 0, oldestAt = null } = sum ?? {}
  return { count, ore, withoutAmount, negative, oldestAt }
}
