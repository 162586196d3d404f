import { useState, type SubmitEvent } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import type { Listed } from '../items-state.ts'
import { productIdOf } from '../asked.ts'
import { stockEntry, typedStock } from './entry-state.ts'
import type { Inventory } from './queries.ts'
import { text } from './text.ts'

interface InventoryDialogProps {
  row: Listed
  /** What the switch is to become. */
  on: boolean
  inventory: Inventory
  onClose: () => void
}

/** Fiken has to be told what it counts from, and forgets the number when it stops counting. */
export function InventoryDialog({ row, on, inventory, onClose }: InventoryDialogProps) {
  const productId = productIdOf(row)
  const [typed, setTyped] = useState(() => typedStock(row.servicem8Stock))
  const [wrong, setWrong] = useState<string | null>(null)
  if (productId === null) return null
  if (!on)
    return (
      <ConfirmDialog
        open
        onOpenChange={onClose}
        title={text.inventory.offTitle}
        description={text.inventory.offWhy(row.name)}
        confirm={text.inventory.offYes}
        onConfirm={() => inventory.toggle({ productId, on: false })}
      />
    )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const entry = stockEntry(typed)
    if (entry === 'not_a_number') return setWrong(text.inventory.unreadable)
    if (entry.value === undefined) return setWrong(entry.wrong)
    inventory.toggle({ productId, on: true, stock: entry.value })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text.inventory.onTitle}
      description={text.inventory.onWhy(row.name)}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label={text.inventory.field}
          inputMode="decimal"
          autoComplete="off"
          data-first
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setWrong(null)
          }}
          error={wrong ?? undefined}
          hint={row.servicem8Stock === null ? undefined : text.inventory.proposed}
        />
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" tone="primary">
            {text.inventory.onYes}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
