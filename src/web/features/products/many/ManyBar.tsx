import { ListChecks, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { MOST_ITEMS } from '#shared/contracts/tasks'
import { formatCount } from '#shared/counts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { SelectionBar } from '../../../ui/SelectionBar.tsx'

const products = (count: number) => (count === 1 ? '1 produkt' : `${formatCount(count)} produkter`)

const text = {
  selected: (count: number) => `${formatCount(count)} valgt`,
  clear: 'Fjern valget',
  all: (count: number) => `Velg alle ${formatCount(count)}`,
  first: (count: number) => `Velg de første ${formatCount(count)}`,
  confirm: (count: number) => `Slette ${products(count)}?`,
  confirmWhy: (count: number) =>
    `Er du sikker på at du vil slette ${formatCount(count)} valgte produkter? Denne handlingen kan ikke angres.`,
} as const

interface ManyBarProps {
  ids: readonly string[]
  hits: number
  pending: boolean
  /** True when an item in ServiceM8 is selected although ServiceM8 cannot be written to. */
  locked: boolean
  onAll: () => void
  onClear: () => void
  onRemove: () => void
}

export function ManyBar({ ids, hits, pending, locked, onAll, onClear, onRemove }: ManyBarProps) {
  const [asking, setAsking] = useState(false)
  const most = Math.min(hits, MOST_ITEMS)
  return (
    <SelectionBar
      label="Valgte produkter"
      count={ids.length}
      words={text}
      onClear={onClear}
      questions={
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title={text.confirm(ids.length)}
          description={
            <>
              {text.confirmWhy(ids.length)}
              <br />
              {
                'Varer slettes i ServiceM8. Produkter i Fiken gjøres inaktive. De som finnes i begge, slettes i begge.'
              }
            </>
          }
          confirm="Slett"
          onConfirm={onRemove}
        />
      }
    >
      {ids.length < most && (
        <Button size="sm" icon={<ListChecks aria-hidden className="size-3.5" />} onClick={onAll}>
          {most < hits ? text.first(most) : text.all(most)}
        </Button>
      )}
      <Button
        size="sm"
        tone="danger"
        pending={pending}
        disabled={locked}
        icon={<Trash2 aria-hidden className="size-3.5" />}
        onClick={() => setAsking(true)}
      >
        Slett valgte
      </Button>
    </SelectionBar>
  )
}
