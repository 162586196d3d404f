import { useMutation } from '@tanstack/react-query'
import { restartSubscription } from '#shared/contracts/billing'
import { call } from '../../../lib/api.ts'
import { afterWrite } from '../../../lib/live.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { toast } from '../../../ui/toast-store.ts'
import { text } from './text.ts'

export function useRestart() {
  return useMutation({
    mutationFn: () => call(restartSubscription, {}),
    onSuccess: () => toast({ title: text.restarted }),
    onError: (error) => toastFailure(text.restartFailed, error),
    onSettled: afterWrite(restartSubscription),
  })
}
