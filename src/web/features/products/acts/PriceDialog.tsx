import { useState, type SubmitEvent } from 'react'
import type { Vendor } from '#shared/contracts/connections'
import { words } from '../../../ui/words.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { useKeepEdit } from '../../kept-edits/kept-edit.ts'
import { priceText } from '../amounts.ts'
import type { Listed } from '../items-state.ts'
import { otherThan } from '../asked.ts'
import { priceEntry, typedPrice } from './entry-state.ts'
import { hasCode } from './failures.ts'
import { KEPT_PRICE, keptPrice, type PriceEdit } from './kept-price.ts'
import { useUpdatePrice } from './queries.ts'
import { text } from './text.ts'

interface PriceDialogProps {
  row: Listed
  to: Vendor
  onClose: () => void
}

export function PriceDialog({ row, to, onClose }: PriceDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={text.price.title(to)} description={row.name}>
      <PriceForm row={row} to={to} onClose={onClose} />
    </Dialog>
  )
}

function PriceForm({ row, to, onClose }: PriceDialogProps) {
  const from = otherThan(to)
  const [now, other] =
    to === 'fiken' ? [row.fikenPrice, row.servicem8Price] : [row.servicem8Price, row.fikenPrice]
  const [proposed] = useState(() => typedPrice(other ?? now))
  const [edit, setEdit] = useState(() => {
    const kept = keptPrice()
    return kept?.id === row.id && kept.to === to ? kept.typed : null
  })
  useKeepEdit<PriceEdit>(KEPT_PRICE, edit === null ? null : { id: row.id, to, typed: edit })
  const typed = edit ?? proposed
  const [wrong, setWrong] = useState<string | null>(null)
  const [asksLarge, setAsksLarge] = useState<number | null>(null)
  const [changed, setChanged] = useState(false)
  const update = useUpdatePrice()
  const send = (price: number, confirmed: boolean) =>
    update.mutate(
      { to, row, price, confirmed },
      {
        onSuccess: onClose,
        onError: (error) => {
          setChanged(hasCode(error, 'changed_elsewhere'))
          setAsksLarge(hasCode(error, 'large_change') ? price : null)
        },
      },
    )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (update.isPending) return
    const entry = priceEntry(typed)
    setWrong(entry.wrong ?? null)
    if (entry.value !== undefined) send(entry.value, false)
  }
  if (asksLarge !== null)
    return (
      <>
        <Banner tone="wait" live title="Stor endring">
          {`Prisen endres fra ${priceText(now)} til ${priceText(asksLarge)}. Stemmer det?`}
        </Banner>
        <DialogButtons className="mt-5">
          <Button autoFocus onClick={() => setAsksLarge(null)}>
            Endre tallet
          </Button>
          <Button tone="primary" pending={update.isPending} onClick={() => send(asksLarge, true)}>
            Ja, oppdater prisen
          </Button>
        </DialogButtons>
      </>
    )
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {changed && (
        <Banner tone="wait" live title="Prisen er endret et annet sted">
          {text.price.changedWhy(to, priceText(now))}
        </Banner>
      )}
      <TextField
        label="Ny pris uten MVA"
        inputMode="decimal"
        autoComplete="off"
        data-first
        value={typed}
        onChange={({ target }) => {
          setEdit(target.value)
          setWrong(null)
        }}
        error={wrong ?? undefined}
        hint={[text.price.now(to, priceText(now)), other !== null && text.price.proposed(from)]
          .filter(Boolean)
          .join(' ')}
      />
      <DialogButtons>
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button type="submit" tone="primary" pending={update.isPending}>
          Oppdater pris
        </Button>
      </DialogButtons>
    </form>
  )
}
