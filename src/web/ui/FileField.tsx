import { useId } from 'react'
import { CircleAlert } from 'lucide-react'

interface FileFieldProps {
  label: string
  hint: string
  accept: string
  error?: string | null
  disabled?: boolean
  onFile: (file: File) => void
}

/** A field for one file; the same file can be chosen again after a change. */
export function FileField({ label, hint, accept, error, disabled, onFile }: FileFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          target.value = ''
        }}
        className="w-full min-w-0 rounded-control border border-line-strong bg-surface p-1.5 text-sm file:mr-3 file:min-h-8 file:cursor-pointer file:rounded-control file:border-0 file:bg-surface-2 file:px-3 file:font-semibold file:text-ink pointer-coarse:file:min-h-11"
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="flex items-start gap-1.5 text-sm text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className="text-sm text-ink-2">
        {hint}
      </p>
    </div>
  )
}
