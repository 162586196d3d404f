import type { Transfer } from '#shared/contracts/transfers/row'
import { useHasUsed } from '../../../lib/session.ts'
import { useMoreOptions } from '../../../lib/useMoreOptions.ts'
import { MoreOptions } from '../../../ui/MoreOptions.tsx'
import { CollectiveSection } from '../../collective/CollectiveSection.tsx'
import { useJobsCollective } from '../../collective/queries.ts'
import { Attachments } from '../attachments/Attachments.tsx'
import { useAttachments } from '../attachments/queries.ts'
import { Deposits, DEPOSITS_PLACE } from '../deposits/Deposits.tsx'
import { useDeposit, useJobPayments } from '../deposits/queries.ts'
import { isInvoiced } from '../transfer-state.ts'
import { waitsForSet } from '../waiting-state.ts'

/**
 * Deposits, collective drafts and attachments. Each is hidden behind one line until the user has
 * used it or it has something to show for this job.
 */
export function OptionalParts({ transfer }: { transfer: Transfer }) {
  const { id } = transfer
  const { shown, hidden, line } = useMoreOptions([
    {
      isUsed: useHasDeposit(id),
      place: DEPOSITS_PLACE,
      part: <Deposits key="deposits" transfer={transfer} />,
    },
    {
      isUsed: useIsCollective(id),
      part: (
        <CollectiveSection
          key="collective"
          id={id}
          waitsForSet={waitsForSet(transfer)}
          place={
            (transfer.collective?.jobs ?? 0) === 0
              ? 'waits'
              : isInvoiced(transfer)
                ? 'invoice'
                : 'draft'
          }
        />
      ),
    },
    {
      isUsed: useHasFiles(id),
      part: <Attachments key="files" transfer={transfer} />,
    },
  ])
  return (
    <>
      {shown.map(({ part }) => part)}
      {hidden.length > 0 && (
        <div className="-mb-4 border-t border-line">
          <MoreOptions {...line}>
            <div className="grid gap-5 pb-4">{hidden.map(({ part }) => part)}</div>
          </MoreOptions>
        </div>
      )}
    </>
  )
}

function useHasDeposit(id: string): boolean {
  const { chosen, sent } = useDeposit(id).data ?? {}
  const payments = useJobPayments(id).data ?? []
  return [useHasUsed('deposits'), chosen, sent, payments.length > 0].some(Boolean)
}

function useIsCollective(id: string): boolean {
  const { choice, shared = [] } = useJobsCollective(id).data ?? {}
  return [useHasUsed('collective'), choice, shared.length > 0].some(Boolean)
}

function useHasFiles(id: string): boolean {
  const { choice = 'none', rows = [] } = useAttachments(id).data ?? {}
  return [useHasUsed('files'), choice !== 'none', rows.length > 0].some(Boolean)
}
