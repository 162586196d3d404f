import { ArrowLeftRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { differences } from '../billing-state.ts'
import type { Conflict } from './edit-state.ts'
import { text } from './text.ts'
import { DialogFoot } from '../../../ui/Dialog.tsx'

interface BothVersionsProps {
  conflict: Conflict
  saving: 'mine' | 'theirs' | null
  onKeep: () => void
  onTake: () => void
  onEdit: () => void
}

export function BothVersions({ conflict, saving, onKeep, onTake, onEdit }: BothVersionsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Moves the focus, because the comparison has replaced the form with the focused element.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-4">
      <div>
        <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
          {text.both}
        </h3>
        <p className="text-sm text-ink-2">{text.bothWhy}</p>
      </div>
      <table className="w-full table-fixed border-collapse text-left text-sm">
        <thead>
          <tr className="border-b border-line text-ink-2">
            <th scope="col" className="w-26 py-1.5 sm:w-[28%] pr-2 font-semibold">
              <span className="sr-only">{text.field}</span>
            </th>
            <th scope="col" className="py-1.5 pr-2 font-semibold">
              {text.mine}
            </th>
            <th scope="col" className="py-1.5 font-semibold">
              {text.theirs}
            </th>
          </tr>
        </thead>
        <tbody>
          {differences(conflict.mine, conflict.theirs).map(({ field, mine, theirs, differs }) => (
            <tr key={field} data-differs={differs} className="border-b border-line align-top">
              <th scope="row" className="py-2 pr-2 font-normal text-ink-2">
                {text.fields[field]}
                {differs && (
                  <span className="flex items-center gap-1 text-xs font-semibold text-wait">
                    <ArrowLeftRight aria-hidden className="size-3.5 shrink-0" />
                    {text.differs}
                  </span>
                )}
              </th>
              <Value of={mine} differs={differs} />
              <Value of={theirs} differs={differs} />
            </tr>
          ))}
        </tbody>
      </table>
      <DialogFoot>
        <Button tone="ghost" className="sm:mr-auto" onClick={onEdit}>
          {text.editFirst}
        </Button>
        <Button pending={saving === 'theirs'} aria-disabled={saving === 'mine'} onClick={onTake}>
          {text.useTheirs}
        </Button>
        <Button
          tone="primary"
          pending={saving === 'mine'}
          aria-disabled={saving === 'theirs'}
          onClick={onKeep}
        >
          {text.keepMine}
        </Button>
      </DialogFoot>
    </div>
  )
}

function Value({ of, differs }: { of: string; differs: boolean }) {
  return (
    <td
      className={cx(
        'py-2 pr-2 break-words whitespace-pre-line last:pr-0',
        differs ? 'font-semibold' : 'text-ink-2',
      )}
    >
      {of.trim() || <span className="font-normal text-ink-2">{text.nothing}</span>}
    </td>
  )
}
