import type { ReactNode } from 'react'
import { ShownAs, type ShownValueProps } from './Field.tsx'

/** A field's label and value, without a control. */
export function ShownValue({ label, value, className }: ShownValueProps) {
  return (
    <dl className={className}>
      <dt className="text-sm font-semibold">{label}</dt>
      <dd className="text-ink-2">{value || '–'}</dd>
    </dl>
  )
}

const drawValue = (shown: ShownValueProps) => <ShownValue {...shown} />

/** Shows the values of the fields inside, so that nobody meets a form that they cannot send. */
export function ValuesOnly({ when, children }: { when: boolean; children: ReactNode }) {
  return <ShownAs value={when ? drawValue : null}>{children}</ShownAs>
}
