import { Check, CircleDot } from 'lucide-react'
import { words } from '../../ui/words.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { text } from './text.ts'

interface SaveBarProps {
  state: 'saving' | 'saved' | 'unsaved'
  invalid: boolean
  onSave: () => void
}

export function SaveBar({ state, invalid, onSave }: SaveBarProps) {
  const save = () => {
    // Moves the focus to the invalid field, which can be far above the button and shows its own
    // message.
    if (invalid) document.querySelector<HTMLElement>('main [aria-invalid=true]')?.focus()
    else onSave()
  }
  return (
    <div
      className={cx(
        'z-10 -mx-4 mt-2 flex items-center justify-between gap-4 border-t border-line bg-ground px-4 py-3 sm:-mx-6 sm:px-6 md:mx-0 md:px-0',
        state !== 'saved' && 'sticky bottom-(--above-bottom-bar)',
      )}
    >
      <p role="status" className="inline-flex items-center gap-2 text-sm text-ink-2">
        {state === 'saving' ? (
          <>
            <Spinner label={null} /> {text.saving}
          </>
        ) : state === 'saved' ? (
          <>
            <Check aria-hidden className="size-4 text-ok" /> {text.saved}
          </>
        ) : (
          <>
            <CircleDot aria-hidden className="size-4 text-wait" />{' '}
            {invalid ? text.invalid : text.unsaved}
          </>
        )}
      </p>
      <Button
        tone={state === 'saved' ? 'secondary' : 'primary'}
        className="shrink-0"
        pending={state === 'saving'}
        onClick={save}
      >
        {words.save}
      </Button>
    </div>
  )
}
