import { useMutation, useQuery } from '@tanstack/react-query'
import {
  clearCompanySelection,
  readConfiguration,
  saveConfiguration,
  type JobFetchType,
} from '#shared/contracts/configuration'
import { listFikenCompanies } from '#shared/contracts/connections'
import { readSetup, runTrial } from '#shared/contracts/onboarding'
import { call } from '../../lib/api.ts'
import { afterWrite } from '../../lib/live.ts'
import { askingVendor, polling, reading } from '../../lib/query-client.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'
import { text } from './text.ts'

export function useSetup() {
  return useQuery(polling(readSetup, {}))
}

export function useTrial() {
  return useMutation({ mutationFn: () => call(runTrial, {}), onSettled: afterWrite(runTrial) })
}

export function useActivate() {
  return useMutation({
    mutationFn: () => call(saveConfiguration, { body: { isActive: true } }),
    onSuccess: ({ jobFetchType, invoiceCreationMode }) =>
      toast({
        title: text.activated,
        description: text.activatedWhy(jobFetchType, invoiceCreationMode),
      }),
    onError: (error) => toastFailure(text.activateFailed, error),
    onSettled: afterWrite(saveConfiguration),
  })
}

export function useCompanies() {
  return useQuery(askingVendor(listFikenCompanies))
}

/** Returns the company that was chosen before Fiken was reconnected, if it is in the list. */
export function useFormerCompany<Company extends { slug: string }>(companies: readonly Company[]) {
  const saved = useQuery(reading(readConfiguration, {})).data
  const former = saved?.requiresCompanySelection && saved.fikenCompanySlug
  return companies.find(({ slug }) => slug === former)
}

export function useChosenCompany() {
  return useQuery(reading(readConfiguration, {})).data?.fikenCompanySlug ?? null
}

/** Saves the company, which ends the pause after Fiken was reconnected. */
export function useChooseCompany() {
  return useMutation({
    mutationFn: async (fikenCompanySlug: string) => {
      await call(saveConfiguration, { body: { fikenCompanySlug } })
      return call(clearCompanySelection, {})
    },
    onError: (error) => toastFailure(text.companyFailed, error),
    onSettled: afterWrite(saveConfiguration, clearCompanySelection),
  })
}

export function useMade() {
  return useQuery(reading(readConfiguration, {})).data?.invoiceCreationMode ?? 'draft'
}

export function useChosenJobs() {
  return useQuery(reading(readConfiguration, {})).data?.jobFetchType
}

export function useChooseJobs() {
  return useMutation({
    mutationFn: (jobFetchType: JobFetchType) => call(saveConfiguration, { body: { jobFetchType } }),
    onError: (error) => toastFailure(text.choiceFailed, error),
    onSettled: afterWrite(saveConfiguration),
  })
}
