import { useQuery } from '@tanstack/react-query'
import { readDecisions, undoDecision, type Decision } from '#shared/contracts/customers'
import { call } from '../../../lib/api.ts'
import { afterWrite } from '../../../lib/live.ts'
import { reading } from '../../../lib/query-client.ts'
import { useRowMutation } from '../../../lib/row-mutation.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { toast } from '../../../ui/toast-store.ts'
import { keyOf } from './decisions-state.ts'
import { text } from './text.ts'

export function useDecisions() {
  return useQuery(reading(readDecisions, {}))
}

export function useForget() {
  return useRowMutation({
    rowOf: (decision: Decision) => keyOf(decision),
    mutationFn: ({ clientUuid, recipientKey, forJob }: Decision) =>
      call(undoDecision, {
        body: { clientUuid, recipientKey, ...(forJob && { transferId: forJob.transferId }) },
      }),
    onSuccess: ({ message }) => toast({ title: text.forgotten, description: message }),
    onError: (error) => toastFailure(text.failed, error),
    onSettled: afterWrite(undoDecision),
  })
}
