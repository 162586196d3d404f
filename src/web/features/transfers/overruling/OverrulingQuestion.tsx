import { lazy, Suspense } from 'react'
import type { Overruling } from './useOverruling.ts'

// Seldom asked: what it says is fetched with the first question.
const OverrulingDialog = lazy(() =>
  import('./OverrulingDialog.tsx').then((part) => ({ default: part.OverrulingDialog })),
)

/** The question, while there is one. */
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
