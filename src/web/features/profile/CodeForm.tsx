import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { text } from './text.ts'

interface CodeFormProps {
  label: string
  /** On the button. */
  go: string
  pending: boolean
  onCode: (code: string) => void
  onCancel: () => void
}

/** Asks for a code of the second factor. */
export function CodeForm({ label, go, pending, onCode, onCancel }: CodeFormProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <form
      noValidate
      className="grid max-w-md gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const code = field.current?.value.trim() ?? ''
        if (code !== '' && !pending) onCode(code)
        else field.current?.focus()
      }}
    >
      <TextField
        ref={field}
        label={label}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        required
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={pending}>
          {go}
        </Button>
        <Button onClick={onCancel}>{text.cancel}</Button>
      </div>
    </form>
  )
}
