import { Check } from 'lucide-react'
import { useRef } from 'react'
import { words } from '../../../ui/words.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import type { StockEdit, StockNote } from './useStockEdit.ts'
import { text as acts } from './text.ts'
import { stockText } from '../amounts.ts'
import { stockDiffers, type Listed } from '../items-state.ts'
import { Sides } from '../Sides.tsx'
import { text } from '../text.ts'

interface StockCellProps {
  row: Listed
  edit: StockEdit
  /** True when ServiceM8 cannot be written to, so that the stock cannot be edited. */
  locked: boolean
}

export function StockCell({ row, edit, locked }: StockCellProps) {
  const cell = useRef<HTMLDivElement>(null)
  const stock = { fiken: stockText(row.fikenStock), servicem8: stockText(row.servicem8Stock) }
  const differs = row.item.kind === 'matched' && stockDiffers(row.item.pair)
  const sides = (
    <Sides
      fiken={stock.fiken}
      servicem8={stock.servicem8}
      differs={differs ? text.stockDiffers : undefined}
    />
  )
  if (row.item.kind !== 'matched' || (locked && edit.typed === null)) return sides
  // Returns the focus to the button, which is rendered again when the input field closes.
  const focusButton = () =>
    requestAnimationFrame(() => cell.current?.querySelector<HTMLElement>('[data-stock]')?.focus())
  return (
    <div ref={cell}>
      {edit.typed === null ? (
        <button
          type="button"
          data-stock
          onClick={edit.start}
          className="-mx-1.5 block min-h-10 w-[calc(100%+0.75rem)] rounded-control border border-dashed border-transparent px-1.5 text-left hover:border-line-strong pointer-coarse:min-h-11"
        >
          <span className="sr-only">{`Endre lager for ${row.name}:`} </span>
          {sides}
        </button>
      ) : (
        <form
          noValidate
          className="flex items-center gap-1"
          onSubmit={(event) => {
            event.preventDefault()
            edit.save()
          }}
        >
          <input
            autoFocus
            aria-label={`Antall på lager: ${row.name}`}
            aria-description="Enter lagrer, Escape avbryter."
            inputMode="decimal"
            enterKeyHint="done"
            autoComplete="off"
            readOnly={edit.saving}
            value={edit.typed}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => edit.type(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.preventDefault()
              event.stopPropagation()
              edit.stop()
              focusButton()
            }}
            className="min-h-9 w-14 min-w-0 flex-1 rounded-control border border-line-strong bg-surface px-2 text-right text-sm tabular-nums pointer-coarse:min-h-11"
          />
          <IconButton
            type="submit"
            label="Lagre antallet"
            pending={edit.saving}
            icon={<Check aria-hidden className="size-4" />}
          />
        </form>
      )}
    </div>
  )
}

export function StockLine({ note, edit }: { note: StockNote; edit: StockEdit }) {
  const says =
    note.about === 'entry'
      ? note.says
      : note.about === 'half'
        ? `${acts.stock.half[note.system]} ${note.why} ${
            acts.stock.halfDone[note.system === 'fiken' ? 'servicem8' : 'fiken']
          }`
        : `Antallet er endret et annet sted: ServiceM8 har ${stockText(note.now.servicem8)}, Fiken har ${stockText(note.now.fiken)}. Ingenting er skrevet. Skal det bli ${stockText(note.wanted)}?`
  return (
    <div className="sticky left-0 flex w-fit max-w-[calc(100vw-2.5rem)] flex-wrap items-center gap-x-3 gap-y-1 px-5 pb-2 text-sm">
      <p role="alert" className="min-w-0 flex-1 text-wait">
        {says}
      </p>
      {note.about !== 'entry' && (
        <>
          <Button size="sm" onClick={edit.stop}>
            La det stå
          </Button>
          <Button size="sm" tone="primary" pending={edit.saving} onClick={edit.goOn}>
            {note.about === 'half' ? words.tryAgain : `Sett til ${stockText(note.wanted)}`}
          </Button>
        </>
      )}
    </div>
  )
}
