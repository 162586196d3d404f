import { useState, type SubmitEvent } from 'react'
import { words } from '../../../ui/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog, Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { keptEdit, useKeepEdit } from '../../kept-edits/kept-edit.ts'
import type { Listed } from '../items-state.ts'
import { productIdOf } from '../asked.ts'
import { stockEntry, typedStock } from './entry-state.ts'
import type { Inventory } from './queries.ts'

interface InventoryDialogProps {
  row: Listed
  on: boolean
  inventory: Inventory
  onClose: () => void
}

/**
 * A dialog that switches stock tracking on or off. Switching on requires an initial count for
 * Fiken, which forgets the count when tracking is switched off.
 */
export function InventoryDialog({ row, on, inventory, onClose }: InventoryDialogProps) {
  const productId = productIdOf(row)
  const kept = `inventory ${row.id}`
  const [edit, setEdit] = useState(() => keptEdit<string>(kept))
  useKeepEdit(kept, edit)
  const [proposed] = useState(() => typedStock(row.servicem8Stock))
  const typed = edit ?? proposed
  const [wrong, setWrong] = useState<string | null>(null)
  if (productId === null) return null
  if (!on)
    return (
      <ConfirmDialog
        open
        onOpenChange={onClose}
        title="Slå av lagerføring i Fiken?"
        description={`Fiken glemmer antallet for «${row.name}». Slår du det på igjen, må antallet oppgis på nytt.`}
        confirm="Slå av"
        onConfirm={() => inventory.toggle({ productId, on: false })}
      />
    )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const entry = stockEntry(typed)
    if (entry === 'not_a_number') return setWrong('Skriv antallet som et tall, 0 eller mer')
    if (entry.value === undefined) return setWrong(entry.wrong)
    inventory.toggle({ productId, on: true, stock: entry.value })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Slå på lagerføring i Fiken"
      description={`Fiken teller «${row.name}» fra dette antallet.`}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label="Antall på lager"
          inputMode="decimal"
          autoComplete="off"
          data-first
          value={typed}
          onChange={({ target }) => {
            setEdit(target.value)
            setWrong(null)
          }}
          error={wrong ?? undefined}
          hint={row.servicem8Stock === null ? undefined : 'Foreslått: antallet i ServiceM8.'}
        />
        <DialogButtons>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" tone="primary">
            Slå på
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
