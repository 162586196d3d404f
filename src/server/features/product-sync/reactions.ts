import { instant } from '../../platform/clock.ts'
import type { Reactions } from '../../platform/hooks.ts'
import { scopesOf } from '../mirrors/schedule.ts'
import { productNumberOf } from '../products/product-number.ts'
import { stockOf } from '../products/stock.ts'
import { resumeTasks } from '../tasks/start-task.ts'
import { type Change, recordSeen } from './change-store.ts'
import { itemVat } from './item-vat.ts'

export const productReactions: Reactions = {
  connected: (platform, { companyId }) => resumeTasks(platform, companyId),
  companyChosen: (platform, { companyId }) => resumeTasks(platform, companyId),
  productsSeen: async ({ db, clock }, { companyId, changed, isCurrent }) => {
    const changes = changed.flatMap(({ before, after }) => {
      const { productId, name, productNumber: number } = after
      const item = { productId, materialUuid: null, name, number, system: 'fiken' as const }
      return [
        ...change(item, 'price', before.unitPrice, after.unitPrice),
        ...change(item, 'stock', before.stock, after.stock),
      ]
    })
    await recordSeen(db, companyId, changes, { at: instant(clock), isCurrent })
  },
  materialsSeen: async ({ db, clock }, { companyId, changed, isCurrent }) => {
    const { slug } = await scopesOf(db, companyId)
    if (slug === null) return
    const vat = await itemVat(db, companyId, slug)
    const changes = changed.flatMap(({ before, after }) => {
      const { uuid: materialUuid, name } = after
      const number = productNumberOf(after)
      const item = { productId: null, materialUuid, name, number, system: 'servicem8' as const }
      return [
        ...change(
          { ...item, beforeAsRead: before.price },
          'price',
          vat.netOf(before, before.price),
          vat.netOf(after, after.price),
        ),
        ...change(item, 'stock', stockOf(before), stockOf(after)),
      ]
    })
    await recordSeen(db, companyId, changes, { at: instant(clock), isCurrent })
  },
}

type Item = Pick<
  Change,
  'productId' | 'materialUuid' | 'name' | 'number' | 'system' | 'beforeAsRead'
>

const change = (item: Item, what: Change['what'], before: number | null, after: number | null) =>
  before === after ? [] : [{ ...item, what, before, after }]
