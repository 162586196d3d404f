import { lazy, Suspense } from 'react'
import type { Overruling } from './useOverruling.ts'

// Loaded with the first question, since it is rarely needed.
const OverrulingDialog = lazy(() =>
  import('./OverrulingDialog.tsx').then((part) => ({ default: part.OverrulingDialog })),
)

export function OverrulingQuestion({
  overruling: { question, close },
}: {
  overruling: Overruling
}) {
  return (
    question && (
      <Suspense fallback={null}>
        <OverrulingDialog question={question} onClose={() => close(question)} />
      </Suspense>
    )
  )
}
