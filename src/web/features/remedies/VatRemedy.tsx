import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { causeOf, type CauseCode } from '#shared/causes/index'
import { actOnMany } from '#shared/contracts/transfers/bulk'
import { saveVatMappings } from '#shared/contracts/vat'
import { errorText } from '../../lib/api.ts'
import { afterWrite } from '../../lib/live.ts'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { words } from '../../ui/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useVatForm } from '../configuration/vat/useVatForm.ts'
import { lookForSession, tryAgain, useStopped } from './queries.ts'
import { RemedyFailure } from './RemedyFailure.tsx'
import { text } from './text.ts'
import { vatRemedyState } from './vat-remedy-state.ts'
import { useProposals } from './useProposals.ts'
import { VatRates } from './VatRates.tsx'

interface VatRemedyProps {
  cause: CauseCode
  transferId: string | undefined
  onClose: () => void
}

export function VatRemedy({ cause, transferId, onClose }: VatRemedyProps) {
  return (
    <Dialog wide open onOpenChange={onClose} title={causeOf(cause).title}>
      <Content cause={cause} transferId={transferId} onClose={onClose} />
    </Dialog>
  )
}

function Content({ cause, transferId, onClose }: VatRemedyProps) {
  const stopped = useStopped(cause)
  const form = useVatForm(true, { quiet: true })
  const [missing, setMissing] = useState(false)
  const { rows } = form
  const jobs = stopped.isFetchedAfterMount ? stopped.data?.jobs : undefined
  const state =
    rows && jobs ? vatRemedyState({ rows, jobs, transferId, isChanged: form.isChanged }) : null
  useProposals(form, state?.shown)
  const press = useMutation({
    mutationFn: async (now: NonNullable<typeof state>) => {
      if (now.saves) await form.save(now.confirms)
      return tryAgain([...now.ready]).catch((error: unknown) => {
        throw new NotStarted(error)
      })
    },
    onSuccess: (summary, { saves }) => {
      toast({
        title: saves ? 'MVA-tabellen er lagret' : 'Jobbene er satt i gang',
        description: summary,
      })
      lookForSession()
      onClose()
    },
    onSettled: afterWrite(saveVatMappings, actOnMany),
  })
  if (!state) {
    const error = form.error ?? stopped.error
    const readAgain = () => {
      void form.refetch()
      void stopped.refetch()
    }
    return (
      <NotLoaded
        failed={text.loadError}
        why={error && errorText(error)}
        onRetry={readAgain}
        rows={3}
      />
    )
  }
  const { shown, zeroOnly, unknownOnly, saves, ready } = state
  const submit = () => {
    if (ready.length === 0 || form.invalid) setMissing(true)
    else press.mutate(state)
  }
  if (shown.length === 0) {
    return (
      <>
        <p>Ingen jobber står stille av dette lenger.</p>
        <div className="mt-5 flex justify-end">
          <Button onClick={onClose}>{words.close}</Button>
        </div>
      </>
    )
  }
  if (unknownOnly) {
    return (
      <>
        <VatRates form={form} rows={shown} missing={false} onMissing={setMissing} />
        <div className="mt-5 flex justify-end">
          <Button onClick={onClose}>{words.close}</Button>
        </div>
      </>
    )
  }
  const tried = !saves && ready.length > 0
  const label = saves ? (zeroOnly ? text.confirmAndTry : text.saveAndTry) : text.onlyTry
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!press.isPending) submit()
      }}
    >
      <p>
        {zeroOnly
          ? text.zeroWhy(shown.length)
          : tried
            ? 'MVA-tabellen er i orden nå.'
            : 'Velg hvordan jobbene føres i Fiken. Valget huskes for alle jobber med satsen.'}
      </p>
      <VatRates form={form} rows={shown} missing={missing} onMissing={setMissing} />
      {press.isError && (
        <RemedyFailure
          title={
            press.error instanceof NotStarted
              ? 'Lagret, men jobbene er ikke satt i kø'
              : text.failed
          }
          error={press.error instanceof NotStarted ? press.error.cause : press.error}
        />
      )}
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-5 py-3 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
        <Link
          to="/configuration#mva"
          onClick={onClose}
          className="prose-link mr-auto inline-flex min-h-6 items-center text-sm pointer-coarse:min-h-11"
        >
          Åpne hele MVA-tabellen
        </Link>
        <Button className="max-sm:hidden" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" tone="primary" className="max-sm:w-full" pending={press.isPending}>
          {ready.length > 0 ? label(ready.length) : words.save}
        </Button>
      </div>
    </form>
  )
}

/** An error thrown when the VAT table was saved but the jobs could not be queued. */
class NotStarted extends Error {
  constructor(cause: unknown) {
    super('The jobs were not queued', { cause })
  }
}
