import { useMutation, useQuery } from '@tanstack/react-query'
import {
  changeSubscription,
  endBill,
  endUnseenBill,
  listBills,
  listSubscriptions,
  previewSubscriptionSettings,
  readBillingCompanies,
  readBillingStatus,
  readSubscriptionSettings,
  retryBill,
  saveSubscriptionSettings,
  testBilling,
  triggerBilling,
  useExistingConnection as useExisting,
  type SubscriptionSettingsForm,
} from '#shared/contracts/billing'
import type { SubscriptionStatus } from '#shared/subscription-status'
import { call } from '../../lib/api.ts'
import { afterWrite } from '../../lib/live.ts'
import { polling, reading } from '../../lib/query-client.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'
import { text } from './text.ts'

/**
 * Polling interval in ms while bills are being created, because live updates reach only the user
 * whose Fiken connection creates them.
 */
const UNDER_WAY_MS = 2_000

export const useSettings = () => useQuery(polling(readSubscriptionSettings, {}))

export function useStatus() {
  return useQuery({
    ...polling(readBillingStatus, {}),
    refetchInterval: ({ state }) => (state.data?.isUnderWay ? UNDER_WAY_MS : 30_000),
  })
}

export function useBills(month: string | null, isUnderWay: boolean) {
  return useQuery({
    ...polling(listBills, { query: { month: month ?? '' } }, isUnderWay ? UNDER_WAY_MS : 30_000),
    enabled: month !== null,
  })
}

export function useBillingAnswers(): { isFetched: boolean }[] {
  const status = useStatus()
  const months = status.data?.months
  const bills = useBills(months?.[0] ?? null, status.data?.isUnderWay ?? false)
  const hasBills = { isFetched: bills.isFetched || months?.length === 0 || status.isError }
  return [useSettings(), status, useSubscriptions(), hasBills]
}

export const useSubscriptions = () => useQuery(polling(listSubscriptions, {}))

export const useCompanies = () =>
  useQuery({
    ...reading(readBillingCompanies, {}),
    refetchOnMount: 'always' as const,
  })

export function useEffectOf(form: SubscriptionSettingsForm | null) {
  return useQuery({
    queryKey: ['billing effect', form],
    queryFn: ({ signal }) =>
      call(previewSubscriptionSettings, { body: form as SubscriptionSettingsForm, signal }),
    enabled: form !== null,
    staleTime: 0,
  })
}

export function useSave(onSaved: () => void) {
  return useMutation({
    mutationFn: (body: SubscriptionSettingsForm & { confirmed: boolean }) =>
      call(saveSubscriptionSettings, { body }),
    onSuccess: () => {
      toast({ title: text.saved })
      onSaved()
    },
    onError: (error) => toastFailure(text.saveFailed, error, text.saveFallback),
    onSettled: afterWrite(saveSubscriptionSettings),
  })
}

export function useRun() {
  return useMutation({
    mutationFn: () => call(triggerBilling, {}),
    onSuccess: ({ message }) => toast({ title: text.runStarted, description: message }),
    onError: (error) => toastFailure(text.runFailed, error),
    onSettled: afterWrite(triggerBilling),
  })
}

export function useTest() {
  return useMutation({
    mutationFn: () => call(testBilling, {}),
    onError: (error) => toastFailure(text.testFailed, error),
  })
}

export function useOwnConnection() {
  return useMutation({
    mutationFn: () => call(useExisting, {}),
    onSuccess: ({ company }) => toast(text.used(company.name)),
    onError: (error) => toastFailure(text.useFailed, error, text.useHint),
    onSettled: afterWrite(useExisting),
  })
}

export function useRetry() {
  return useMutation({
    mutationFn: (id: string) => call(retryBill, { params: { id } }),
    onSuccess: () => toast({ title: text.retried }),
    onError: (error) => toastFailure(text.retryFailed, error),
    onSettled: afterWrite(retryBill),
  })
}

export function useEnd() {
  return useMutation({
    mutationFn: (id: string) => call(endBill, { params: { id } }),
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => toastFailure(text.endFailed, error),
    onSettled: afterWrite(endBill),
  })
}

export function useEndUnseen() {
  return useMutation({
    mutationFn: (id: string) => call(endUnseenBill, { params: { id }, body: { signed: true } }),
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => toastFailure(text.endFailed, error),
    onSettled: afterWrite(endUnseenBill),
  })
}

export function useChange() {
  return useMutation({
    mutationFn: ({ userId, status }: { userId: string; status: SubscriptionStatus }) =>
      call(changeSubscription, { params: { userId }, body: { status } }),
    onSuccess: () => toast({ title: text.changed }),
    onError: (error) => toastFailure(text.changeFailed, error),
    onSettled: afterWrite(changeSubscription),
  })
}
