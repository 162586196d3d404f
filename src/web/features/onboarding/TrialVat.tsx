import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { saveVatMappings } from '#shared/contracts/vat'
import { errorText } from '../../lib/api.ts'
import { afterWrite } from '../../lib/live.ts'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { words } from '../../ui/words.ts'
import { Button } from '../../ui/Button.tsx'
import { useVatForm } from '../configuration/vat/useVatForm.ts'
import { RemedyFailure } from '../remedies/RemedyFailure.tsx'
import { text as remedy } from '../remedies/text.ts'
import { useProposals } from '../remedies/useProposals.ts'
import { VatRates } from '../remedies/VatRates.tsx'
import { vatRemedyState, type VatRemedyState } from '../remedies/vat-remedy-state.ts'
import { text } from './text.ts'

/** The trial job's rates in the VAT table; the button saves them and repeats the trial run. */
export function TrialVat({ rates, onSaved }: { rates: string[]; onSaved: () => void }) {
  const form = useVatForm(true, { quiet: true })
  const [missing, setMissing] = useState(false)
  const press = useMutation({
    mutationFn: async ({ saves, confirms }: VatRemedyState) => {
      if (saves) await form.save(confirms)
    },
    onSuccess: onSaved,
    onSettled: afterWrite(saveVatMappings),
  })
  const { rows } = form
  const job = { id: 'trial', rates }
  const state =
    rows && vatRemedyState({ rows, jobs: [job], transferId: job.id, isChanged: form.isChanged })
  useProposals(form, state?.shown)
  if (!state) {
    return (
      <NotLoaded
        failed={remedy.loadError}
        why={form.error && errorText(form.error)}
        onRetry={() => void form.refetch()}
        rows={2}
      />
    )
  }
  const submit = () => {
    if (state.ready.length === 0 || form.invalid) setMissing(true)
    else press.mutate(state)
  }
  return (
    <form
      noValidate
      aria-label={text.trialVat}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!press.isPending) submit()
      }}
    >
      <VatRates form={form} rows={state.shown} missing={missing} onMissing={setMissing} />
      {press.isError && <RemedyFailure title={remedy.failed} error={press.error} />}
      <div className="flex justify-end">
        <Button type="submit" tone="primary" pending={press.isPending}>
          {state.zeroOnly ? text.confirmAndTry : state.saves ? text.saveAndTry : words.tryAgain}
        </Button>
      </div>
    </form>
  )
}
