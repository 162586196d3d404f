import { useMutation, useQuery } from '@tanstack/react-query'
import {
  findRuleItems,
  readAccountRules,
  readJobCategories,
  saveAccountRules,
  tryAccountRules,
  type AccountRule,
} from '#shared/contracts/account-rules'
import { ApiError, call } from '../../lib/api.ts'
import { afterWrite } from '../../lib/live.ts'
import { keyOf, queryClient, reading } from '../../lib/query-client.ts'
import { rememberUse } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'
import { useLater } from '../../lib/time.ts'

export function useAccountRules(enabled: boolean) {
  return useQuery({ ...reading(readAccountRules, {}), enabled })
}

interface SaveInput {
  rules: AccountRule[]
  known: AccountRule[]
}

export function useSaveRules() {
  return useMutation({
    mutationFn: (body: SaveInput) => call(saveAccountRules, { body }),
    onSuccess: (answer) => {
      queryClient.setQueryData(keyOf(readAccountRules), answer)
      rememberUse('account_rules')
      toast({ title: 'Kontoreglene er lagret', description: 'De gjelder fra neste utkast.' })
      void afterWrite(saveAccountRules)()
    },
    // Awaited, so that the rules saved in the other window are loaded before the user can save
    // again.
    onError: async (error) => {
      toastFailure('Kontoreglene er ikke lagret', error)
      if (error instanceof ApiError && error.code === 'changed_elsewhere')
        await queryClient.refetchQueries({ queryKey: keyOf(readAccountRules), exact: true })
    },
  })
}

export function useTrial() {
  return useMutation({
    mutationFn: (rules: AccountRule[]) => call(tryAccountRules, { body: { rules } }),
    onError: (error) => toastFailure('Kunne ikke prøve reglene', error),
  })
}

/**
 * Reads the job categories.
 * @param wanted true when a rule on the screen uses a category
 */
export function useCategories(wanted: boolean) {
  return useQuery({ ...reading(readJobCategories, {}), enabled: wanted })
}

const TYPING_MS = 300

/** Searches ServiceM8 items for the typed text once the user pauses typing. */
export function useItems(typed: string, wanted: boolean) {
  const query = typed.trim()
  const asked = useLater(query, TYPING_MS)
  const { data, isError } = useQuery({
    ...reading(findRuleItems, { query: { query: asked } }),
    enabled: wanted && asked !== '',
    gcTime: 60_000,
  })
  const settled = asked === query
  return {
    items: settled ? (data ?? []) : [],
    state: isError
      ? ('failed' as const)
      : settled && data
        ? ('found' as const)
        : ('searching' as const),
  }
}
