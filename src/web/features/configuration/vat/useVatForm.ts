import { useState } from 'react'
import { changedElsewhere } from '../configuration-state.ts'
import { useSaveVat, useVatAccounts, useVatMappings } from '../queries.ts'
import { accountError, edited, unlike, type VatEdit, type VatRow } from '../vat-state.ts'

/**
 * Returns the form of the VAT table.
 * @param quiet true when the caller shows the outcome
 */
export function useVatForm(enabled: boolean, { quiet = false } = {}) {
  const mappings = useVatMappings(enabled)
  const known = useVatAccounts(enabled)
  const { error, refetch } = mappings
  // Without the accounts, for example while Fiken's chart is unknown, they are typed.
  const data = known.isPending ? undefined : mappings.data
  const [edits, setEdits] = useState<Record<string, VatEdit>>({})
  const [read, setRead] = useState<Record<string, VatRow>>({})
  const save = useSaveVat(quiet)
  const saved = new Map(data?.map((row) => [row.taxRateUuid, row]))
  const rows = data?.map((row) => edited(row, edits[row.taxRateUuid]))
  const changed = (rows ?? []).filter((row) => unlike(row, saved.get(row.taxRateUuid)))
  const isChanged = (uuid: string) => changed.some((row) => row.taxRateUuid === uuid)
  return {
    rows,
    accounts: known.data,
    error,
    refetch,
    /** The edits to keep when the session ends; null without any. */
    kept: changed.length > 0 ? { edits, read } : null,
    restore: (kept: { edits: typeof edits; read: typeof read }) => {
      setRead(kept.read)
      setEdits(kept.edits)
    },
    isChanged: ({ taxRateUuid }: VatRow) => isChanged(taxRateUuid),
    edit: (uuid: string, change: VatEdit) => {
      const row = saved.get(uuid)
      if (row && !isChanged(uuid)) setRead((all) => ({ ...all, [uuid]: row }))
      setEdits((all) => ({ ...all, [uuid]: { ...all[uuid], ...change } }))
    },
    invalid: changed.some(
      (row) => accountError(row.goodsAccount) ?? accountError(row.serviceAccount),
    ),
    unsaved: changed.length > 0,
    saving: save.isPending,
    /**
     * Saves the changed rows; a failure keeps the typed values.
     * @param also further changes to save
     * @throws {ApiError} when saving fails
     */
    save: async (also: Readonly<Record<string, VatEdit>> = {}) => {
      const sent = edits
      const rowsNow = (data ?? []).map((row) =>
        edited(row, { ...edits[row.taxRateUuid], ...also[row.taxRateUuid] }),
      )
      try {
        const answer = await save.mutateAsync(
          rowsNow
            .filter((row) => unlike(row, saved.get(row.taxRateUuid)))
            .map((row) => ({
              row,
              known: read[row.taxRateUuid] ?? saved.get(row.taxRateUuid) ?? null,
            })),
        )
        // Values typed while saving remain unsaved.
        setEdits((now) =>
          Object.fromEntries(Object.entries(now).filter(([uuid, edit]) => sent[uuid] !== edit)),
        )
        setRead(Object.fromEntries(answer.map((row) => [row.taxRateUuid, row])))
      } catch (failure) {
        // The table now shows the other window's values, so the next save is deliberate.
        if (changedElsewhere(failure)) setRead({})
        throw failure
      }
    },
  }
}

export type VatForm = ReturnType<typeof useVatForm>
