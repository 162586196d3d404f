import { useState, type SubmitEvent } from 'react'
import { CircleAlert } from 'lucide-react'
import { call, errorText } from '../../../lib/api.ts'
import { words } from '../../../ui/words.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { CandidateChoice } from './CandidateChoice.tsx'
import { contactIdOf, firstChoice, NEW_CONTACT, type Choice } from './recipient-state.ts'
import { text } from './text.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { chooseRecipient, readRecipient } from '#shared/contracts/transfers/actions'
import { afterWrite } from '../../../lib/live.ts'
import { reading } from '../../../lib/query-client.ts'
import { toast } from '../../../ui/toast-store.ts'

export function CustomerChoiceContent({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isFetchedAfterMount, refetch } = useRecipient(id)
  if (data && isFetchedAfterMount) return <ChoiceForm id={id} choice={data} onClose={onClose} />
  if (error) {
    return (
      <ErrorState title={text.loadError} why={errorText(error)} onRetry={() => void refetch()} />
    )
  }
  return <SkeletonRows rows={3} />
}

function ChoiceForm({ id, choice, onClose }: { id: string; choice: Choice; onClose: () => void }) {
  const save = useChooseCustomer(id)
  const [chosen, setChosen] = useState(() => firstChoice(choice))
  const [always, setAlways] = useState(true)
  const [missing, setMissing] = useState(false)
  const choose = (value: string) => {
    setChosen(value)
    setMissing(false)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (chosen === '') setMissing(true)
    else save.mutate({ contactId: contactIdOf(chosen), always }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <CandidateChoice
        choice={choice}
        chosen={chosen}
        describedBy={missing ? `${id}-missing` : undefined}
        onChoose={choose}
      >
        {missing && (
          <p
            id={`${id}-missing`}
            role="alert"
            className="mt-2 flex items-start gap-1.5 text-sm text-bad"
          >
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {text.chooseFirst}
          </p>
        )}
      </CandidateChoice>
      <AlwaysField id={id} job={choice.job} checked={always} onChange={setAlways} />
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-5 py-3 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
        {/* Placed beside the button, because the button bar would cover a banner above it. */}
        {save.isError && (
          <Banner tone="bad" live title={text.failed} className="w-full">
            {errorText(save.error)}
          </Banner>
        )}
        <Button className="max-sm:hidden" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" tone="primary" className="max-sm:w-full" pending={save.isPending}>
          {(chosen === NEW_CONTACT ? text.confirmNew : text.confirm)(always ? choice.jobs : 1)}
        </Button>
      </div>
    </form>
  )
}

/** A checkbox whose label covers the whole field, so that the user can press anywhere. */
function AlwaysField({
  id,
  job,
  checked,
  onChange,
}: {
  id: string
  job: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <label className="flex min-h-11 items-start gap-3 text-sm">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-labelledby={`${id}-always`}
        aria-describedby={`${id}-always-why`}
        className="mt-0.5 size-5 shrink-0 accent-brand"
      />
      <span className="grid min-w-0 gap-0.5">
        <span id={`${id}-always`} className="font-semibold">
          {text.always}
        </span>
        <span id={`${id}-always-why`} className="text-ink-2">
          {checked ? text.alwaysWhy : text.onceWhy(job)}
        </span>
      </span>
    </label>
  )
}

/**
 * Reads the candidates for a job's recipient. Live updates do not refresh them, so that nothing
 * moves while the user chooses and Fiken gets no further requests.
 */
function useRecipient(id: string) {
  return useQuery({
    ...reading(readRecipient, { params: { id } }),
    meta: {},
    refetchOnMount: 'always',
    gcTime: 0,
  })
}

function useChooseCustomer(id: string) {
  return useMutation({
    mutationFn: (choice: { contactId: number | null; always: boolean }) =>
      call(chooseRecipient, { params: { id }, body: choice }),
    onSuccess: ({ message, checking }) => {
      toast({
        title: checking ? text.checking : text.done,
        description: message,
      })
      void afterWrite(chooseRecipient)()
    },
  })
}
