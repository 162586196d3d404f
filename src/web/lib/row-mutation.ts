import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

interface RowMutation<Variables, Answer> {
  rowOf: (variables: Variables) => string | number
  mutationFn: (variables: Variables) => Promise<Answer>
  onSuccess: (answer: Answer, variables: Variables) => void
  onError: (error: Error, variables: Variables) => void
  onSettled: (answer: Answer | undefined, error: Error | null) => Promise<void>
}

/** Returns a mutation with a busy state per row; useMutation only tracks the latest call. */
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
