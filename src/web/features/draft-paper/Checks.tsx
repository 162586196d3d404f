import type { TransferPreview } from '#shared/contracts/transfers/preview'
import { formatKroner } from '#shared/money'
import { Details } from '../../ui/Details.tsx'

interface ChecksProps {
  preview: TransferPreview
  showsRecipient?: boolean
}

/**
 * Shows what is not on the invoice: the recipient's match in Fiken, the comparison with the total in
 * ServiceM8, and the notes.
 */
export function Checks({ preview, showsRecipient }: ChecksProps) {
  const { recipient, theirTotal, leftOutGross, depositGross, difference, notes } = preview
  const amount = (ore: number | null) => ore !== null && formatKroner(ore)
  const rows = [
    { term: 'Kunden i Fiken', value: showsRecipient && recipient?.how },
    { term: 'E-post', value: showsRecipient && recipient?.email },
    { term: 'Total i ServiceM8', value: amount(theirTotal) },
    { term: 'Utelatte linjer', value: leftOutGross !== 0 && formatKroner(-leftOutGross) },
    { term: 'Forskudd, fakturert før', value: depositGross !== 0 && formatKroner(-depositGross) },
    difference === 0
      ? { term: 'Stemmer med ServiceM8', value: '✓' }
      : { term: 'Forskjell', value: amount(difference) },
  ]
  return (
    <>
      <Details rows={rows} />
      {notes.length > 0 && (
        <ul className="grid gap-1 text-ink-2">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  )
}
