import { Check, CircleDot } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { text } from './text.ts'
import type { ConfigurationForm } from './useConfigurationForm.ts'

interface SaveBarProps {
  form: ConfigurationForm
  disabled: boolean
  /** The table has a button of its own, but "all is saved" is not true while it has not been pressed. */
  vatUnsaved: boolean
}

/** What is saved and what is not, with the save button; in sight at the bottom as long as something is not saved. */
export function SaveBar({ form, disabled, vatUnsaved }: SaveBarProps) {
  return (
    <div
      className={cx(
        'z-10 -mx-4 mt-2 flex items-center justify-between gap-4 border-t border-line bg-ground px-4 py-3 sm:-mx-6 sm:px-6 md:mx-0 md:px-0',
        form.state !== 'saved' && 'sticky bottom-0',
      )}
    >
      <p role="status" className="inline-flex items-center gap-2 text-sm text-ink-2">
        {form.state === 'saving' ? (
          <>
            <Spinner label={null} /> {text.saving}
          </>
        ) : form.state === 'saved' && !vatUnsaved ? (
          <>
            <Check aria-hidden className="size-4 text-ok" /> {text.saved}
          </>
        ) : (
          <>
            <CircleDot aria-hidden className="size-4 text-wait" /> {form.state === 'saved' ? text.vatNotSaved : text.unsaved}
          </>
        )}
      </p>
      <Button tone="primary" pending={form.state === 'saving'} disabled={disabled} onClick={form.saveNow}>
        {text.save}
      </Button>
    </div>
  )
}
