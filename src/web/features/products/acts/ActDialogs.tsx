import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { HistoryDialog } from './HistoryDialog.tsx'
import type { Listed } from '../items-state.ts'
import { AccountDialog } from './AccountDialog.tsx'
import type { Asked } from '../asked.ts'
import { InventoryDialog } from './InventoryDialog.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { PriceDialog } from './PriceDialog.tsx'
import type { Inventory } from './queries.ts'
import { text } from './text.ts'

interface ActDialogsProps {
  asked: Asked
  row: Listed
  vatRegistered: boolean
  inventory: Inventory
  onRemove: (row: Listed) => void
  onClose: () => void
}

/** The dialog of what was pressed in a product's row. */
export function ActDialogs({ asked, row, ...props }: ActDialogsProps) {
  const { vatRegistered, inventory, onRemove, onClose } = props
  const { item } = row
  switch (asked.act) {
    case 'price':
      return <PriceDialog key={`${asked.to} ${row.id}`} row={row} to={asked.to} onClose={onClose} />
    case 'account':
      return item.kind === 'servicem8_only' ? (
        <AccountDialog material={item.material} vatRegistered={vatRegistered} onClose={onClose} />
      ) : null
    case 'inventory':
      return <InventoryDialog row={row} on={asked.on} inventory={inventory} onClose={onClose} />
    case 'link':
      return 'match' in item && item.match ? (
        <LinkDialog match={item.match} onClose={onClose} />
      ) : null
    case 'history':
      return <HistoryDialog row={row} onClose={onClose} />
    case 'remove':
      return (
        <ConfirmDialog
          open
          onOpenChange={onClose}
          title={text.remove.title(row.name)}
          description={text.remove.why[removedFrom(row)]}
          confirm={text.remove.yes}
          onConfirm={() => onRemove(row)}
        />
      )
  }
}

function removedFrom({ item }: Listed): keyof typeof text.remove.why {
  switch (item.kind) {
    case 'matched':
      return 'matched'
    case 'fiken_only':
      return 'fiken'
    case 'servicem8_only':
      return 'servicem8'
    case 'duplicate':
      return item.product.system
  }
}
