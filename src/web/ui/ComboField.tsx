import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { TextField, type TextFieldProps } from './Field.tsx'

export interface Suggestion {
  key: string
  content: ReactNode
  onPick: () => void
}

interface ComboFieldProps extends Omit<
  TextFieldProps,
  'value' | 'onChange' | 'onKeyDown' | 'onBlur' | 'under' | 'role'
> {
  value: string
  onType: (value: string) => void
  suggests: boolean
  suggestions: readonly Suggestion[]
  /** The progress of the search; read aloud, and visible unless `silent`. */
  status: string
  silent?: boolean
}

/**
 * A text field with suggestions, by WAI-ARIA's combobox pattern with manual selection. The typed
 * text is the value until a suggestion is picked, so Enter without a selection submits the form.
 */
export function ComboField({
  value,
  onType,
  suggests,
  suggestions,
  status,
  silent,
  ...field
}: ComboFieldProps) {
  const id = useId()
  const [wanted, setWanted] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const open = wanted && suggests && !field.disabled
  const at = open ? suggestions.findIndex(({ key }) => key === chosen) : -1
  const active = suggestions[at]
  const optionId = (key: string) => `${id}-${key}`
  const activeId = active && optionId(active.key)
  const close = () => {
    setWanted(false)
    setChosen(null)
  }
  const pick = (suggestion: Suggestion) => {
    close()
    suggestion.onPick()
  }

  // Escape closes only the list. Dialogs listen for keys on the document, before React does, so the
  // event is stopped in the window's capture phase.
  useEffect(() => {
    if (!open) return
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      setWanted(false)
      setChosen(null)
    }
    window.addEventListener('keydown', onEscape, { capture: true })
    return () => window.removeEventListener('keydown', onEscape, { capture: true })
  }, [open])
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      if (!active) return close()
      event.preventDefault()
      return pick(active)
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || !suggests) return
    event.preventDefault()
    setWanted(true)
    const count = suggestions.length
    // Moving before the first or after the last suggestion returns to the typed text, with nothing
    // selected.
    const next = at < 0 ? (step > 0 ? 0 : count - 1) : at + step
    setChosen(suggestions[next]?.key ?? null)
  }

  return (
    <TextField
      {...field}
      value={value}
      role="combobox"
      autoComplete="off"
      aria-autocomplete="list"
      aria-expanded={open && suggestions.length > 0}
      aria-controls={open && suggestions.length > 0 ? `${id}-list` : undefined}
      aria-activedescendant={activeId}
      onChange={(event) => {
        setWanted(true)
        setChosen(null)
        onType(event.target.value)
      }}
      onKeyDown={onKeyDown}
      onBlur={close}
      under={
        <>
          {open && (
            <div
              // Keeps the focus in the text field while the user presses a suggestion.
              onMouseDown={(event) => event.preventDefault()}
              className="absolute inset-x-0 top-full z-10 mt-1 max-h-64 overflow-y-auto rounded-control border border-line-strong bg-surface p-1 shadow-raised"
            >
              {status && !silent && <p className="px-2.5 py-2 text-sm text-ink-2">{status}</p>}
              {suggestions.length > 0 && (
                <ul role="listbox" id={`${id}-list`} aria-label={field.label}>
                  {suggestions.map((suggestion) => (
                    <li
                      key={suggestion.key}
                      id={optionId(suggestion.key)}
                      role="option"
                      aria-selected={suggestion === active}
                      onClick={() => pick(suggestion)}
                      className={cx(
                        'flex min-h-10 cursor-pointer flex-col justify-center rounded-md px-2.5 py-1.5 pointer-coarse:min-h-11 hover:bg-surface-2',
                        suggestion === active &&
                          'bg-surface-2 outline-2 -outline-offset-2 outline-brand',
                      )}
                    >
                      {suggestion.content}
                    </li>
                  ))}
                </ul>
              )}
            </div>
          )}
          <span role="status" className="sr-only">
            {open ? status : ''}
          </span>
        </>
      }
    />
  )
}
