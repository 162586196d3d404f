import { useMutation, useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#shared/contract'
import {
  clearCompanySelection,
  readConfiguration,
  saveConfiguration,
  type Configuration,
} from '#shared/contracts/configuration'
import { readVatAccounts, readVatMappings, saveVatMappings } from '#shared/contracts/vat'
import {
  deleteWebhook,
  disconnectServicem8,
  listFikenBankAccounts,
  listFikenCompanies,
  listWebhooks,
  registerWebhooks,
  revokeFiken,
  testFiken,
  testServicem8,
  type Vendor,
} from '#shared/contracts/connections'
import { readSystemStatus } from '#shared/contracts/overview'
import { ApiError, call, errorText, type AnyRead } from '../../lib/api.ts'
import { afterWrite } from '../../lib/live.ts'
import { askingVendor, keyOf, polling, queryClient, reading } from '../../lib/query-client.ts'
import { rememberUse } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'
import { bodyOf, changedElsewhere, liftsPause, type Edits } from './configuration-state.ts'
import { text } from './text.ts'
import { vatBody, type ChangedRow } from './vat-state.ts'

const MAX_RETRIES = 3

/** Reads and polls the settings; retries failed reads, except after a 401 (not logged in). */
export function useConfiguration() {
  return useQuery({
    ...polling(readConfiguration, {}, 60_000),
    retry: (failures, error) =>
      !(error instanceof ApiError && error.status === 401) && failures < MAX_RETRIES,
  })
}

export function useSystemStatus() {
  return useQuery(polling(readSystemStatus, {}))
}

export function useSaveConfiguration() {
  return useMutation({
    mutationFn: async ({ saved, edits, known }: SaveInput) => {
      const answer = await call(saveConfiguration, { body: bodyOf(saved, edits, known) })
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
      if ('attachments' in edits) rememberUse('files')
      if ('customerMatchThreshold' in edits || 'enableFuzzyCustomerMatch' in edits)
        rememberUse('matching')
      void afterWrite(saveConfiguration)()
    },
    // Waits until the other window's values are on the screen, so that the next save includes them.
    onError: async (error) => {
      toastNotSaved(error)
      if (changedElsewhere(error)) await readAgain(readConfiguration)
    },
  })
}

interface SaveInput {
  saved: Configuration
  edits: Edits
  known: Edits
}

const readAgain = (endpoint: AnyRead) =>
  queryClient.refetchQueries({ queryKey: keyOf(endpoint), exact: true })

function toastNotSaved(error: unknown): void {
  const why = errorText(error, '')
  if (error instanceof ApiError && error.status === 401) return
  toast({
    title: text.saveFailed,
    description: [text.saveFailedWhy, why].filter(Boolean).join('. '),
    variant: 'destructive',
  })
}

export function useConfirmCompany() {
  return useMutation({
    mutationFn: () => call(clearCompanySelection, {}),
    onSuccess: () => toast({ title: text.companyKept, description: text.companyKeptWhy }),
    onError: (error) => toastFailure(text.companyKeepFailed, error),
    onSettled: afterWrite(clearCompanySelection),
  })
}

/**
 * Reads the companies while Fiken is connected. The newest answer about the connection counts, also
 * before it is on the screen.
 */
export function useCompanies(connected: boolean) {
  return useQuery({
    ...askingVendor(listFikenCompanies),
    enabled: () => connected && isConnected('fiken'),
  })
}

export function useBankAccounts(slug: string | null, enabled: boolean) {
  const options = askingVendor(listFikenBankAccounts)
  return useQuery({
    ...options,
    queryKey: [...options.queryKey, slug],
    enabled: () => enabled && isConnected('fiken'),
  })
}

const isConnected = (vendor: Vendor): boolean =>
  queryClient.getQueryData<AnswerOf<typeof readSystemStatus>>(keyOf(readSystemStatus))?.[
    `${vendor}Connected`
  ] === true

export function useTestServicem8() {
  return useMutation({
    mutationFn: () => call(testServicem8, { body: {} }),
    onSuccess: toastTest,
    onError: (error) => toastFailure(text.testFailed, error, text.testFailedServicem8),
  })
}

export function useTestFiken() {
  return useMutation({
    mutationFn: (companySlug: string) => call(testFiken, { body: { companySlug } }),
    onSuccess: toastTest,
    onError: (error) => toastFailure(text.testFailed, error, text.testFailedFiken),
  })
}

function toastTest({ connected, message }: { connected: boolean; message: string }): void {
  if (connected) toast({ title: text.testOk, description: message })
  else toast({ title: text.testFailed, description: message, variant: 'destructive' })
}

export function useRevokeFiken() {
  return useMutation({
    mutationFn: () => call(revokeFiken, {}),
    onSuccess: ({ message }) => toast({ title: text.loggedOut, description: message }),
    onError: (error) => toastFailure(text.logoutFailed, error),
    onSettled: afterWrite(revokeFiken),
  })
}

export function useDisconnectServicem8() {
  return useMutation({
    mutationFn: () => call(disconnectServicem8, {}),
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => toastFailure(text.disconnectFailed, error),
    onSettled: afterWrite(disconnectServicem8),
  })
}

export function useWebhooks(connected: boolean) {
  return useQuery({
    ...askingVendor(listWebhooks),
    refetchOnMount: 'always',
    enabled: () => connected && isConnected('servicem8'),
  })
}

export function useDeleteWebhook() {
  return useMutation({
    mutationFn: (id: string) => call(deleteWebhook, { params: { id } }),
    onSuccess: () => {
      rememberUse('webhooks')
      toast({ title: text.webhookDeleted })
    },
    onError: (error) => toastFailure(text.webhookDeleteFailed, error),
    onSettled: afterWrite(deleteWebhook),
  })
}

export function useRegisterWebhooks() {
  return useMutation({
    mutationFn: () => call(registerWebhooks, {}),
    onSuccess: () => {
      rememberUse('webhooks')
      toast({ title: text.registered })
    },
    onError: (error) => toastFailure(text.registerFailed, error),
    onSettled: afterWrite(registerWebhooks),
  })
}

export function useVatMappings(enabled: boolean) {
  return useQuery({ ...reading(readVatMappings, {}), refetchOnMount: 'always', enabled })
}

export function useVatAccounts(enabled: boolean) {
  return useQuery({ ...reading(readVatAccounts, {}), enabled })
}

/**
 * Saves the VAT table.
 * @param quiet true when the caller shows the outcome
 */
export function useSaveVat(quiet: boolean) {
  return useMutation({
    mutationFn: (rows: readonly ChangedRow[]) => call(saveVatMappings, { body: vatBody(rows) }),
    onSuccess: (rows) => {
      queryClient.setQueryData(keyOf(readVatMappings), rows)
      if (!quiet) toast({ title: text.vatSaved[0], description: text.vatSaved[1] })
      void afterWrite(saveVatMappings)()
    },
    onError: async (error) => {
      if (!quiet) toastFailure(text.vatSaveFailed, error)
      if (changedElsewhere(error)) await readAgain(readVatMappings)
    },
  })
}
