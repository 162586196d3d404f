import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { VENDOR_NAMES } from '#shared/access/vendor-names'
import { endGrant, listGrants, type OwnGrant } from '#shared/contracts/account/grants'
import { formatDate } from '#shared/dates'
import { enumerate } from '#shared/norwegian'
import { call } from '../../../lib/api.ts'
import { afterWrite } from '../../../lib/live.ts'
import { reading } from '../../../lib/query-client.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { nameOf } from '../../company-choice/choice-state.ts'

// Defined in this lazily loaded file, because most have given none.
const text = {
  title: 'Tilganger du har gitt',
  intro: 'Fakturabro bruker dem for firmaene som står der, til du trekker dem tilbake.',
  since: (date: string) => `Gitt ${date}`,
  usedBy: (companies: string) => `Brukes av ${companies}.`,
  ended: 'Må godkjennes på nytt',
  end: 'Trekk tilbake',
  endOf: (account: string) => `Trekk tilbake tilgangen til ${account}`,
  confirm: { title: 'Trekke tilbake tilgangen?', confirm: 'Trekk tilbake' },
  stops: (companies: string) =>
    `Overføringene i ${companies} venter til Fiken er koblet til der på nytt. Det som er overført, blir stående.`,
  done: 'Tilgangen er trukket tilbake',
  failed: 'Tilgangen ble ikke trukket tilbake',
} as const

/** The user's own authorisations at Fiken, with the companies that stop when one is ended. */
export default function GrantsCard() {
  const { data = [] } = useQuery({ ...reading(listGrants, {}), refetchOnMount: 'always' })
  if (data.length === 0) return null
  return (
    <Card id="tilganger" title={text.title} intro={text.intro} flush>
      <ul className="divide-y divide-line">
        {data.map((grant) => (
          <GrantRow key={grant.id} grant={grant} />
        ))}
      </ul>
    </Card>
  )
}

function GrantRow({ grant: { id, account, needsReauth, authorizedAt, companies } }: RowProps) {
  const [asking, setAsking] = useState(false)
  const end = useMutation({
    mutationFn: () => call(endGrant, { params: { id } }),
    onSuccess: ({ message }) => toast({ title: text.done, description: message }),
    onError: (error) => toastFailure(text.failed, error),
    onSettled: afterWrite(endGrant),
  })
  const names = enumerate(companies.map(nameOf))
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-[min(16rem,100%)] flex-1">
        <p className="font-semibold wrap-anywhere">
          {VENDOR_NAMES.fiken}: {account}
        </p>
        <p className="text-sm wrap-anywhere text-ink-2">
          {text.usedBy(names)} {text.since(formatDate(authorizedAt))}.
        </p>
      </div>
      {needsReauth && <StatusChip tone="bad">{text.ended}</StatusChip>}
      <Button
        size="sm"
        aria-label={text.endOf(account)}
        pending={end.isPending}
        onClick={() => setAsking(true)}
      >
        {text.end}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        {...text.confirm}
        description={text.stops(names)}
        onConfirm={() => end.mutate()}
      />
    </li>
  )
}

interface RowProps {
  grant: OwnGrant
}
