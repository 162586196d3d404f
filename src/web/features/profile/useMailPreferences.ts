import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  readMailPreferences,
  saveMailPreferences,
  type MailPreferences,
} from '#shared/contracts/profile'
import { call } from '../../lib/api.ts'
import { keyOf, queryClient } from '../../lib/query-client.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { AUTO_SAVE_MS } from '../configuration/configuration-state.ts'
import { text } from './text.ts'

/**
 * Manages the saved preferences with the changes on top. They are saved automatically as on the
 * configuration screen, and stay when that fails.
 */
export function useMailPreferences(saved: MailPreferences) {
  const [changed, setChanged] = useState<Partial<MailPreferences>>({})
  const values = { ...saved, ...changed }
  const unsaved =
    values.failureMail !== saved.failureMail || values.weeklySummary !== saved.weeklySummary
  const { mutate, isPending, isError, reset } = useMutation({
    mutationFn: (body: MailPreferences) => call(saveMailPreferences, { body }),
    onSuccess: (answer) => queryClient.setQueryData(keyOf(readMailPreferences), answer),
    onError: (error) => toastFailure(text.mailsFailed, error),
  })

  const latest = useRef(values)
  useEffect(() => {
    latest.current = values
  })
  const key = JSON.stringify(values)
  useEffect(() => {
    // After a failure the user decides: retrying every second would bury the message.
    if (!unsaved || isPending || isError) return
    const timer = setTimeout(() => mutate(latest.current), AUTO_SAVE_MS)
    return () => clearTimeout(timer)
  }, [key, unsaved, isPending, isError, mutate])

  return {
    values,
    change: (change: Partial<MailPreferences>) => {
      if (isError) reset()
      setChanged((now) => ({ ...now, ...change }))
    },
    saveNow: () => mutate(values),
    state: isPending
      ? ('saving' as const)
      : isError
        ? ('failed' as const)
        : unsaved
          ? ('unsaved' as const)
          : ('saved' as const),
  }
}
