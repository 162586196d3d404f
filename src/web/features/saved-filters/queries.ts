import { useMutation, useQuery } from '@tanstack/react-query'
import {
  deleteSavedFilter,
  listSavedFilters,
  saveFilter,
  type FilteredList,
  type SavedFilter,
} from '#shared/contracts/saved-filters'
import { call } from '../../lib/api.ts'
import { afterWrite } from '../../lib/live.ts'
import { polling } from '../../lib/query-client.ts'
import { useRowMutation } from '../../lib/row-mutation.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'

export function useSavedFilters(list: FilteredList) {
  return useQuery(polling(listSavedFilters, { query: { list } }))
}

export function useSaveFilter(list: FilteredList) {
  return useMutation({
    mutationFn: (filter: Pick<SavedFilter, 'name' | 'query'>) =>
      call(saveFilter, { body: { ...filter, list } }),
    onSuccess: ({ name }) => toast({ title: `Filteret er lagret som «${name}»` }),
    onError: (error) => toastFailure('Filteret ble ikke lagret', error),
    onSettled: afterWrite(saveFilter),
  })
}

/**
 * Deletes a saved filter.
 * @param onRemoved called with the deleted filter, so that the caller can offer an undo
 */
export function useRemoveFilter(onRemoved: (filter: SavedFilter) => void) {
  return useRowMutation({
    rowOf: ({ id }: SavedFilter) => id,
    mutationFn: ({ id }: SavedFilter) => call(deleteSavedFilter, { params: { id } }),
    onSuccess: (_answer, filter) => onRemoved(filter),
    onError: (error) => toastFailure('Filteret ble ikke slettet', error),
    onSettled: afterWrite(deleteSavedFilter),
  })
}
