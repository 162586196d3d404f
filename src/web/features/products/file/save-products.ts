import type { Comparison } from '#shared/contracts/products/comparison'
import { csv } from '#shared/csv/csv'
import { productCsvRows } from '#shared/csv/product-csv'
import { dateOf } from '#shared/dates'
import { saveFile } from '../../../lib/save-file.ts'

export const saveProducts = (comparison: Comparison): void =>
  saveFile(`produkter-${dateOf(new Date())}.csv`, csv(productCsvRows(comparison)))
