import { useMutation, useQuery } from '@tanstack/react-query'
import {
  readPriceDryRun,
  readPriceSync,
  savePriceSync,
} from '#shared/contracts/products/price-sync'
import { call } from '../../../lib/api.ts'
import { afterWrite } from '../../../lib/live.ts'
import { keyOf, polling, queryClient, reading } from '../../../lib/query-client.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { toast } from '../../../ui/toast-store.ts'

export function usePriceSync(enabled: boolean) {
  return useQuery({ ...polling(readPriceSync, {}), enabled })
}

export function useSavePriceSync() {
  return useMutation({
    mutationFn: (change: { enabled?: boolean; intervalMinutes?: number }) =>
      call(savePriceSync, { body: change }),
    onSuccess: (settings, { enabled }) => {
      queryClient.setQueryData(keyOf(readPriceSync, {}), settings)
      toast({
        title:
          enabled === undefined
            ? 'Lagret'
            : enabled
              ? 'Prisene holdes like fra nå av'
              : 'Prisene synkroniseres ikke lenger',
        description: settings.message,
      })
    },
    onError: (error) => toastFailure('Feil ved lagring', error),
    onSettled: afterWrite(savePriceSync),
  })
}

/** Reads the preview, without live updates, so that it does not change while being read. */
export function useDryRun() {
  return useQuery({
    ...reading(readPriceDryRun, {}),
    meta: {},
    gcTime: 0,
    refetchOnMount: 'always',
  })
}
