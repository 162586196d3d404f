import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { reinvoice } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import { call, errorText } from '../../../lib/api.ts'
import { useHashTarget } from '../../../lib/useHashTarget.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { changed } from '../queries.ts'
import { concernsAll } from '../waiting-state.ts'
import { text } from './text.ts'

/** Where "Lag nytt utkast" on the row leads to: the address's hash. */
const PLACE = 'nytt-utkast'
const SHORTEST = 3
const LONGEST = 200

/** The invoice was credited in full: a new draft, when a person says why. */
export function NewDraft({ transfer }: { transfer: Transfer }) {
  const { id, fikenDraftUuid } = transfer
  const jobs = transfer.collective?.jobs ?? 1
  const concerns = concernsAll(transfer)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  useHashTarget(true)
  const start = useMutation({
    mutationFn: () =>
      call(reinvoice, { params: { id }, body: { draftUuid: fikenDraftUuid ?? '', reason } }),
    onSuccess: ({ message }) => toast({ title: text.started, description: message }),
    onSettled: changed,
  })
  return (
    <section
      id={PLACE}
      aria-label={text.title}
      className="scroll-mt-4 border-t border-line pt-4 outline-none"
    >
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          const isMissing = reason.trim().length < SHORTEST
          setMissing(isMissing)
          if (!isMissing) start.mutate()
        }}
      >
        <h3 className="font-semibold">{text.title}</h3>
        <p className="text-ink-2">{text.why(jobs)}</p>
        {concerns && <p>{concerns}</p>}
        <TextField
          label={text.reason(jobs)}
          hint={text.says}
          error={missing ? text.missing : undefined}
          maxLength={LONGEST}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {start.isError && (
          <Banner tone="bad" live title={text.failed}>
            {errorText(start.error)}
          </Banner>
        )}
        <div>
          <Button type="submit" pending={start.isPending}>
            {text.submit}
          </Button>
        </div>
      </form>
    </section>
  )
}
