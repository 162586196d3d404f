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
import { keptEdit, useKeepEdit } from '../../kept-edits/kept-edit.ts'
import { changed } from '../queries.ts'
import { concernsAll } from '../waiting-state.ts'

const text = {
  title: 'Nytt utkast',
  why: (jobs: number) =>
    jobs > 1
      ? 'Fakturaen er kreditert i sin helhet. Skal jobbene faktureres på nytt, lages ett nytt utkast av dem, slik de er i ServiceM8 nå.'
      : 'Fakturaen er kreditert i sin helhet. Skal jobben faktureres på nytt, lages et nytt utkast av jobben slik den er i ServiceM8 nå.',
} as const

/** The URL hash used by the row's link "Lag nytt utkast". */
const PLACE = 'nytt-utkast'
const SHORTEST = 3
const LONGEST = 200

export function NewDraft({ transfer }: { transfer: Transfer }) {
  const { id, fikenDraftUuid } = transfer
  const jobs = transfer.collective?.jobs ?? 1
  const concerns = concernsAll(transfer)
  const kept = `new-draft ${id}`
  const [reason, setReason] = useState(() => keptEdit<string>(kept) ?? '')
  useKeepEdit(kept, reason || null)
  const [missing, setMissing] = useState(false)
  useHashTarget(true)
  const start = useMutation({
    mutationFn: () =>
      call(reinvoice, { params: { id }, body: { draftUuid: fikenDraftUuid ?? '', reason } }),
    onSuccess: ({ message }) => toast({ title: 'Nytt utkast er i kø', description: message }),
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
          label={`Hvorfor skal ${jobs > 1 ? 'jobbene' : 'jobben'} faktureres på nytt?`}
          hint="På utkastet står det hvilken faktura det erstatter. Grunnen står bare i hendelsene og loggen her."
          error={missing ? 'Skriv hvorfor, med minst tre tegn' : undefined}
          maxLength={LONGEST}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {start.isError && (
          <Banner tone="bad" live title="Det ble ikke laget noe nytt utkast">
            {errorText(start.error)}
          </Banner>
        )}
        <div>
          <Button type="submit" pending={start.isPending}>
            Lag nytt utkast
          </Button>
        </div>
      </form>
    </section>
  )
}
