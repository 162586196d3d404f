import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

interface RowMutation<Variables, Answer> {
  /** The row that a call is about. */
  rowOf: (variables: Variables) => string | number
  mutationFn: (variables: Variables) => Promise<Answer>
  onSuccess: (answer: Answer, variables: Variables) => void
  onError: (error: Error, variables: Variables) => void
  /** The row is busy until this is done. */
  onSettled: (answer: Answer | undefined, error: Error | null) => Promise<void>
}

/**
 * One act on the rows of a list. useMutation knows only the call that was made last, so that a row
 * would seem to be done as soon as the next one is clicked.
 */
export function useRowMutation<Variables, Answer>({
  rowOf,
  onSettled,
  ...options
}: RowMutation<Variables, Answer>) {
  const [busy, setBusy] = useState<readonly (string | number)[]>([])
  const { mutate } = useMutation({
    ...options,
    onSettled: async (answer: Answer | undefined, error: Error | null, variables: Variables) => {
      await onSettled(answer, error)
      setBusy((now) => now.toSpliced(now.indexOf(rowOf(variables)), 1))
    },
  })
  return {
    mutate: (variables: Variables) => {
      setBusy((now) => [...now, rowOf(variables)])
      mutate(variables)
    },
    isBusy: (row: string | number) => busy.includes(row),
  }
}
