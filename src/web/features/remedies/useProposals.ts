import { useLayoutEffect, useRef } from 'react'
import type { VatForm } from '../configuration/vat/useVatForm.ts'
import { proposalFor, type VatRow } from '../configuration/vat-state.ts'

/**
 * Chooses, once for each rate in question, the VAT type that alone has its percentage and the usual
 * accounts. Nothing is saved before the user presses the button.
 */
export function useProposals(form: VatForm, shown: readonly VatRow[] | undefined): void {
  const proposed = useRef(new Set<string>())
  const { accounts, edit } = form
  // Before the first paint, so that no warning is shown that the proposal then takes away.
  useLayoutEffect(() => {
    for (const row of shown ?? []) {
      if (proposed.current.has(row.taxRateUuid)) continue
      proposed.current.add(row.taxRateUuid)
      const proposal = proposalFor(row, accounts)
      if (proposal) edit(row.taxRateUuid, proposal)
    }
  }, [accounts, edit, shown])
}
