import { useMutation, useQuery } from '@tanstack/react-query'
import { readConfiguration, saveConfiguration } from '#shared/contracts/configuration'
import { readSystemStatus } from '#shared/contracts/connections'
import { readSetup, runTrial } from '#shared/contracts/onboarding'
import { readWaiting } from '#shared/contracts/transfers'
import { call } from '../../lib/api.ts'
import { polling, refresh } from '../../lib/query-client.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'
import { text } from './text.ts'

export function useSetup() {
  return useQuery(polling(readSetup, {}, 30_000))
}

export function useTrial() {
  return useMutation({ mutationFn: () => call(runTrial, {}), onSettled: () => refresh(readSetup) })
}

export function useActivate() {
  return useMutation({
    mutationFn: () => call(saveConfiguration, { body: { isActive: true } }),
    onSuccess: () => toast({ title: text.activated, description: text.activatedWhy }),
    onError: (error) => toastFailure(text.activateFailed, error),
    onSettled: () => refresh(readSetup, readSystemStatus, readConfiguration, readWaiting),
  })
}
