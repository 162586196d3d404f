import { Check, CircleDot } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { words } from '../../ui/words.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { text } from './text.ts'

interface SaveBarProps {
  state: 'saving' | 'saved' | 'unsaved'
  /** What is said while something is unsaved. */
  unsaved: string
  /** What in the part needs the button, and what does not; shown while nothing is unsaved. */
  how: string
  onSave: () => void
}

/** The save button at the end of each part; a bar above the screen's end while something is unsaved. */
export function SaveBar({ state, unsaved, how, onSave }: SaveBarProps) {
  const status = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isSaved = state === 'saved'
  useLayoutEffect(() => {
    // Keeps the focus nearby, which the button loses as it is disabled.
    if (isSaved && document.activeElement === button.current)
      status.current?.focus({ preventScroll: true })
  }, [isSaved])
  return (
    <div
      className={cx(
        'z-10 -mx-4 flex items-center justify-between gap-4 border-t px-4 py-3 sm:-mx-6 sm:px-6 md:mx-0 md:px-0',
        isSaved ? 'border-transparent' : 'sticky bottom-(--above-bottom-bar) border-line bg-ground',
      )}
    >
      <div ref={status} tabIndex={-1} className="text-sm text-ink-2 outline-none">
        <p role="status" className="inline-flex items-center gap-2">
          {state === 'saving' ? (
            <>
              <Spinner label={null} /> {text.saving}
            </>
          ) : isSaved ? (
            <>
              <Check aria-hidden className="size-4 text-ok" /> {text.saved}
            </>
          ) : (
            <>
              <CircleDot aria-hidden className="size-4 shrink-0 text-wait" /> {unsaved}
            </>
          )}
        </p>
        {state !== 'unsaved' && <p>{how}</p>}
      </div>
      <Button
        ref={button}
        tone={isSaved ? 'secondary' : 'primary'}
        className="shrink-0"
        disabled={isSaved}
        pending={state === 'saving'}
        onClick={onSave}
      >
        {words.save}
      </Button>
    </div>
  )
}
