import { useMutation, useQuery } from '@tanstack/react-query'
import {
  clearCompanySelection,
  readConfiguration,
  readVatMappings,
  saveConfiguration,
  saveVatMappings,
  type Configuration,
} from '#shared/contracts/configuration'
import {
  deleteWebhook,
  disconnectServicem8,
  listFikenBankAccounts,
  listFikenCompanies,
  listWebhooks,
  readSystemStatus,
  readTokenStatus,
  registerWebhooks,
  revokeFiken,
  testFiken,
  testServicem8,
} from '#shared/contracts/connections'
import { readSetup } from '#shared/contracts/onboarding'
import { listTransfers } from '#shared/contracts/transfers'
import { ApiError, call, errorText } from '../../lib/api.ts'
import { keyOf, polling, queryClient, reading, refresh } from '../../lib/query-client.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'
import { bodyOf, liftsPause, type Edits } from './configuration-state.ts'
import { text } from './text.ts'
import { vatBody, type VatRow } from './vat-state.ts'

const MAX_RETRIES = 3

/** A 401 means nobody is logged in; anything else may pass (specification part 2 §7). */
export function useConfiguration() {
  return useQuery({
    ...polling(readConfiguration, {}, 60_000),
    retry: (failures, error) => !(error instanceof ApiError && error.status === 401) && failures < MAX_RETRIES,
  })
}

export function useSystemStatus() {
  return useQuery(polling(readSystemStatus, {}, 30_000))
}

/** Everything that may be different after a system was connected or disconnected. */
export function refreshConnections(): Promise<void> {
  return refresh(
    readSystemStatus,
    readTokenStatus,
    readConfiguration,
    listFikenCompanies,
    listFikenBankAccounts,
    listWebhooks,
    readVatMappings,
    readSetup,
    listTransfers,
  )
}

export function useSaveConfiguration() {
  return useMutation({
    mutationFn: async ({ saved, edits }: { saved: Configuration; edits: Edits }) => {
      const answer = await call(saveConfiguration, { body: bodyOf(saved, edits) })
      if (!liftsPause(saved, edits)) return answer
      return call(clearCompanySelection, {}).then(
        () => ({ ...answer, requiresCompanySelection: false }),
        () => {
          toast({ title: text.warning, description: text.companyClearFailed })
          return answer
        },
      )
    },
    onSuccess: (answer, { edits }) => {
      queryClient.setQueryData(keyOf(readConfiguration), answer)
      if ('fikenCompanySlug' in edits) void refresh(listFikenBankAccounts, readVatMappings)
      if ('isActive' in edits || 'fikenCompanySlug' in edits) void refresh(readSystemStatus, listTransfers)
    },
    onError: tellNotSaved,
  })
}

/** The specification's sentence, and the server's own after it. */
function tellNotSaved(error: unknown): void {
  const why = errorText(error, '')
  if (error instanceof ApiError && error.status === 401) return
  toast({
    title: text.saveFailed,
    description: [text.saveFailedWhy, why].filter(Boolean).join('. '),
    variant: 'destructive',
  })
}

/** The company that is written already is the one: the pause after connecting Fiken ends. */
export function useConfirmCompany() {
  return useMutation({
    mutationFn: () => call(clearCompanySelection, {}),
    onSuccess: () => toast({ title: text.companyKept, description: text.companyKeptWhy }),
    onError: (error) => toastFailure(text.companyKeepFailed, error),
    onSettled: () => refresh(readConfiguration, readSystemStatus, readSetup, listTransfers),
  })
}

export function useCompanies(connected: boolean) {
  return useQuery({ ...reading(listFikenCompanies, {}), enabled: connected })
}

/** `slug` is the saved company: the accounts of another one are other accounts. */
export function useBankAccounts(slug: string | null, enabled: boolean) {
  const options = reading(listFikenBankAccounts, {})
  return useQuery({ ...options, queryKey: [...options.queryKey, slug], enabled })
}

export function useTestServicem8() {
  return useMutation({
    mutationFn: () => call(testServicem8, { body: {} }),
    onSuccess: (answer) => tellTest(answer, text.testFailedServicem8),
    onError: (error) => toastFailure(text.testFailed, error, text.testFailedServicem8),
  })
}

export function useTestFiken() {
  return useMutation({
    mutationFn: (companySlug: string) => call(testFiken, { body: { companySlug } }),
    onSuccess: (answer) => tellTest(answer, text.testFailedFiken),
    onError: (error) => toastFailure(text.testFailed, error, text.testFailedFiken),
  })
}

function tellTest(answer: { connected: boolean; message: string }, failure: string): void {
  if (answer.connected) toast({ title: text.testOk, description: answer.message })
  else toast({ title: text.testFailed, description: failure, variant: 'destructive' })
}

export function useRevokeFiken() {
  return useMutation({
    mutationFn: () => call(revokeFiken, {}),
    onSuccess: ({ message }) => toast({ title: text.loggedOut, description: message }),
    onError: (error) => toastFailure(text.logoutFailed, error),
    onSettled: refreshConnections,
  })
}

export function useDisconnectServicem8() {
  return useMutation({
    mutationFn: () => call(disconnectServicem8, {}),
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => toastFailure(text.disconnectFailed, error),
    onSettled: refreshConnections,
  })
}

export function useWebhooks(connected: boolean) {
  return useQuery({ ...reading(listWebhooks, {}), refetchOnMount: 'always', enabled: connected })
}

export function useDeleteWebhook() {
  return useMutation({
    mutationFn: (id: string) => call(deleteWebhook, { params: { id } }),
    onSuccess: () => toast({ title: text.webhookDeleted }),
    onError: (error) => toastFailure(text.webhookDeleteFailed, error),
    onSettled: () => refresh(listWebhooks, readSystemStatus),
  })
}

export function useRegisterWebhooks() {
  return useMutation({
    mutationFn: () => call(registerWebhooks, {}),
    onSuccess: () => toast({ title: text.registered }),
    onError: (error) => toastFailure(text.registerFailed, error),
    onSettled: () => refresh(listWebhooks, readSystemStatus),
  })
}

export function useVatMappings(enabled: boolean) {
  return useQuery({ ...reading(readVatMappings, {}), refetchOnMount: 'always', enabled })
}

export function useSaveVat() {
  return useMutation({
    mutationFn: (rows: readonly VatRow[]) => call(saveVatMappings, { body: vatBody(rows) }),
    onSuccess: (rows) => {
      queryClient.setQueryData(keyOf(readVatMappings), rows)
      toast({ title: text.vatSaved[0], description: text.vatSaved[1] })
    },
    onError: (error) => toastFailure(text.vatSaveFailed, error),
  })
}
