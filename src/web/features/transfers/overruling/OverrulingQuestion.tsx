import { lazy, Suspense } from 'react'
import type { Overruling } from './useOverruling.ts'

// Seldom asked, so it is loaded with the first question.
const OverrulingDialog = lazy(() =>
  import('./OverrulingDialog.tsx').then((part) => ({ default: part.OverrulingDialog })),
)

/** The place of the overruling question. */
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
