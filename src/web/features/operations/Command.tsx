import { CopyButton } from '../../ui/CopyButton.tsx'
import { text } from './text.ts'

/** A command for the operator's terminal, to be copied. */
export function Command({ children }: { children: string }) {
  return (
    <span className="mt-1.5 flex w-fit max-w-full items-center gap-1 rounded-control border border-line bg-surface pl-3 text-ink">
      <code className="min-w-0 py-1.5 text-sm wrap-anywhere">{children}</code>
      <CopyButton text={children} label={text.copy(children)} />
    </span>
  )
}
