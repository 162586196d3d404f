import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { ReconciledDocument, ShownRow } from '#shared/contracts/reconciliation'
import { formatDate } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { askedInFiken } from '#shared/discrepancies'
import { SEND_AGAIN } from '#shared/transfer-status'
import { useMay } from '../../lib/access/may.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { SendAgainButton } from '../transfers/cause/SendAgainButton.tsx'
import type { Fixes } from './queries.ts'
import {
  buttonOf,
  documentLink,
  transferLink,
  type Act,
  type Button as Way,
  type Places,
} from './buttons-state.ts'
import { newsOf, ownDifference } from './reconciliation-state.ts'
import { text } from './text.ts'

interface DiscrepancyRowProps {
  row: ShownRow
  places: Places | undefined
  fixes: Fixes
  /** True when the primary button is above the rows or in another group. */
  quiet: boolean
}

export function DiscrepancyRow({ row, places, fixes, quiet }: DiscrepancyRowProps) {
  const title = `Jobb #${row.jobNumber}`
  const transferId = row.now?.transferId ?? row.transferId
  const news = newsOf(row)
  const way = buttonOf(row, places)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          {transferId ? (
            <Link
              to={transferLink(transferId)}
              className="prose-link font-semibold pointer-coarse:-my-3 pointer-coarse:py-3"
            >
              {title}
            </Link>
          ) : (
            <span className="font-semibold">{title}</span>
          )}
          {row.customer && <span className="min-w-0">{row.customer}</span>}
          {news && (
            <StatusChip tone={news.tone} busy={news.busy}>
              {news.label}
            </StatusChip>
          )}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-sm text-ink-2 tabular-nums">
          {row.completedAt && <time dateTime={row.completedAt}>{formatDate(row.completedAt)}</time>}
          <Amounts row={row} />
        </p>
        {row.message && <p className="mt-0.5 text-sm text-ink-2">{row.message}</p>}
        {way && 'act' in way && row.sharedBy > 1 && (
          <p className="mt-0.5 text-sm text-ink-2">{`Det du gjør her, gjelder ${row.sharedBy === 2 ? 'begge' : `alle ${row.sharedBy}`} jobbene på samlefakturaen.`}</p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:flex-1">
        {row.documents.map((document) => (
          <DocumentButton
            key={`${document.type} ${document.uuid} ${document.invoiceNumber}`}
            document={document}
            job={title}
            places={places}
          />
        ))}
        <WayButton way={way} row={row} job={title} fixes={fixes} quiet={quiet} />
      </div>
    </li>
  )
}

function Amounts({ row }: { row: ShownRow }) {
  const difference = ownDifference(row)
  const asked = askedInFiken(row)
  const parts: string[] = []
  if (row.total !== null)
    parts.push(
      (difference === null || difference === 0) && !row.deposit
        ? formatKroner(row.total)
        : `${VENDOR_NAMES.servicem8} ${formatKroner(row.total)}`,
    )
  if (row.documents.length > 1 && row.kind !== 'credited')
    parts.push(...row.documents.map(({ gross }) => `${VENDOR_NAMES.fiken} ${formatKroner(gross)}`))
  else if (asked !== null && (difference !== 0 || row.deposit))
    parts.push(`${VENDOR_NAMES.fiken} ${formatKroner(asked)}`)
  if (row.deposit) parts.push(text.deposit(formatKroner(row.deposit)))
  return parts.map((part, index) => (
    <span key={index} className="whitespace-nowrap">
      <span aria-hidden>· </span>
      {part}
    </span>
  ))
}

function DocumentButton({
  document,
  job,
  places,
}: {
  document: ReconciledDocument
  job: string
  places: Places | undefined
}) {
  const { label, url } = documentLink(document, places)
  return (
    <Button asChild size="sm">
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        aria-label={`${label}, ${job}, ${text.newTab}`}
      >
        <ExternalLink aria-hidden className="size-4" />
        {label}
      </a>
    </Button>
  )
}

/** A button that fixes a row; undoing a draft shared by several jobs requires a confirmation. */
function ActButton({
  act,
  label,
  row,
  job,
  fixes,
  quiet,
}: Omit<WayButtonProps, 'way'> & { act: Act; label: string }) {
  const [asking, setAsking] = useState(false)
  const asks = act === 'undo' && row.sharedBy > 1
  return (
    <>
      <Button
        size="sm"
        tone={quiet ? 'secondary' : 'primary'}
        aria-label={`${label}, ${job}`}
        pending={fixes.busy.has(row.jobUuid)}
        disabled={fixes.isFixingMany}
        onClick={() => (asks ? setAsking(true) : void fixes.one(act, row))}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Angre samlefakturaen for ${row.sharedBy} jobber?`}
        description="Utkastet slettes i Fiken, og alle jobbene venter på deg under Overføringer. Har noen endret eller fakturert utkastet, blir det liggende."
        confirm="Slett utkastet"
        onConfirm={() => void fixes.one(act, row)}
      />
    </>
  )
}

interface WayButtonProps extends Pick<DiscrepancyRowProps, 'row' | 'fixes' | 'quiet'> {
  way: Way
  job: string
}

function WayButton({ way, row, job, fixes, quiet }: WayButtonProps) {
  const may = useMay()
  if (way === null) return null
  if ('act' in way && !may(way.act === 'fetch' ? 'reconciliation' : 'transfers')) return null
  const label = `${way.label}, ${job}`
  if ('act' in way && way.act === SEND_AGAIN) {
    return (
      <SendAgainButton
        label={way.label}
        accessibleName={label}
        tone={quiet ? 'secondary' : 'primary'}
        pending={fixes.busy.has(row.jobUuid)}
        disabled={fixes.isFixingMany}
        onAnswer={(deleted) => void fixes.one(way.act, row, deleted)}
      />
    )
  }
  if ('act' in way)
    return <ActButton act={way.act} label={way.label} {...{ row, job, fixes, quiet }} />
  return (
    <Button asChild size="sm">
      {'href' in way ? (
        <Link to={way.href} aria-label={label}>
          {way.label}
        </Link>
      ) : (
        <a
          href={way.external}
          target="_blank"
          rel="noreferrer"
          aria-label={`${label}, ${text.newTab}`}
        >
          <ExternalLink aria-hidden className="size-4" />
          {way.label}
        </a>
      )}
    </Button>
  )
}
