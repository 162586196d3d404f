import { useState, type ReactNode } from 'react'
import type { FoundInvoice } from '#shared/contracts/transfers/deposits'
import { formatDate } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { matching } from './deposits-state.ts'

type Shown = Pick<FoundInvoice, 'invoiceId' | 'invoiceNumber' | 'issueDate' | 'gross' | 'reference'>

/** Maximum number of invoices shown without a search field. */
const FEW = 6

interface InvoiceListProps<I extends Shown> {
  label: string
  invoices: readonly I[]
  /** The text shown if the customer has more invoices than these; null if these are all. */
  more: string | null
  /** True when only the first invoices are shown until the user asks for the rest. */
  folds?: boolean
  row: (invoice: I) => ReactNode
}

/** Shows a customer's invoices in Fiken, with a search field if there are many. */
export function InvoiceList<I extends Shown>({
  label,
  invoices,
  more,
  folds,
  row,
}: InvoiceListProps<I>) {
  const [search, setSearch] = useState('')
  const [all, setAll] = useState(!folds)
  const found = matching(invoices, search)
  const shown = all ? found : found.slice(0, FEW)
  return (
    <>
      {invoices.length > FEW && (
        <TextField
          type="search"
          label="Søk i fakturaene"
          hint="Fakturanummer, dato, referanse eller beløp"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {shown.length > 0 && (
        <ul aria-label={label} className="divide-y divide-line rounded-card border border-line">
          {shown.map((invoice) => (
            <li key={invoice.invoiceId}>{row(invoice)}</li>
          ))}
        </ul>
      )}
      {shown.length < found.length && (
        <div>
          <Button size="sm" onClick={() => setAll(true)}>
            {`Vis alle ${found.length}`}
          </Button>
        </div>
      )}
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {found.length === 0
          ? 'Ingen av fakturaene passer med søket.'
          : shown.length === found.length && more}
      </p>
    </>
  )
}

interface InvoiceFactsProps {
  invoice: Shown
  paid?: string
  /** Warning shown below the facts. */
  children?: ReactNode
}

export function InvoiceFacts({ invoice, paid, children }: InvoiceFactsProps) {
  const { invoiceNumber, issueDate, gross, reference } = invoice
  return (
    <span className="min-w-0 flex-1">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{`Faktura ${invoiceNumber}`}</span>
        <span className="tabular-nums">{formatKroner(gross)}</span>
      </span>
      <span className="block text-sm break-words text-ink-2">
        {[formatDate(issueDate), paid, reference].filter(Boolean).join(' · ')}
      </span>
      {children && <span className="block text-sm text-wait">{children}</span>}
    </span>
  )
}
