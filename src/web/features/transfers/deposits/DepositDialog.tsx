import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { DepositRateAnswer, FoundInvoice } from '#shared/contracts/transfers/deposits'
import { formatDate } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { errorText, errorTextBelow } from '../../../lib/api.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Details } from '../../../ui/Details.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { FEW_INVOICES, matching } from './deposits-state.ts'
import { useChooseDeposit, useDepositInvoice, useDepositInvoices } from './queries.ts'
import { text } from './text.ts'

/** Which of the customer's invoices is taken off, and on which accounts. */
export function DepositDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [invoiceId, setInvoiceId] = useState<number | null>(null)
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={text.dialog}
      description={text.dialogWhy}
    >
      {invoiceId === null ? (
        <Invoices id={id} onPick={setInvoiceId} />
      ) : (
        <Accounts
          key={invoiceId}
          id={id}
          invoiceId={invoiceId}
          onBack={() => setInvoiceId(null)}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface NotReadProps {
  title: string
  error: Error
  onRetry: () => void
}

function NotRead({ title, error, onRetry }: NotReadProps) {
  return (
    <ErrorState
      title={title}
      why={errorTextBelow(title, error)}
      action={<Button onClick={onRetry}>{text.tryAgain}</Button>}
    />
  )
}

function Invoices({ id, onPick }: { id: string; onPick: (invoiceId: number) => void }) {
  const { data, error, refetch } = useDepositInvoices(id)
  const [search, setSearch] = useState('')
  if (!data)
    return error ? (
      <NotRead title={text.invoicesFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={3} label={text.loadingInvoices} />
    )
  const { customer, invoices, more } = data
  if (customer === null) return <p>{text.noCustomer}</p>
  if (invoices.length === 0) return <p>{text.noInvoices(customer)}</p>
  const found = matching(invoices, search)
  return (
    <div className="grid gap-3">
      {invoices.length > FEW_INVOICES && (
        <TextField
          type="search"
          label={text.search}
          hint={text.searchHint}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <ul
        aria-label={text.invoicesOf(customer)}
        className="divide-y divide-line rounded-card border border-line"
      >
        {found.map((invoice) => (
          <li key={invoice.invoiceId}>
            <InvoiceRow invoice={invoice} onPick={onPick} />
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {found.length === 0 ? text.noHits : more ? text.more : ''}
      </p>
    </div>
  )
}

function InvoiceRow({
  invoice: { invoiceId, invoiceNumber, issueDate, gross, reference, isPaid, why },
  onPick,
}: {
  invoice: FoundInvoice
  onPick: (invoiceId: number) => void
}) {
  const said = (
    <>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{text.invoice(invoiceNumber)}</span>
          <span className="tabular-nums">{formatKroner(gross)}</span>
        </span>
        <span className="block text-sm break-words text-ink-2">
          {[formatDate(issueDate), isPaid ? text.paid : text.open, reference]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {why !== null && <span className="block text-sm text-wait">{text.cannot(why)}</span>}
      </span>
    </>
  )
  const row = 'flex min-h-14 w-full items-center gap-3 px-3 py-2 text-left'
  return why === null ? (
    <button type="button" className={`${row} hover:bg-surface-2`} onClick={() => onPick(invoiceId)}>
      {said}
      <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-2" />
    </button>
  ) : (
    <div className={`${row} pr-10`}>{said}</div>
  )
}

interface AccountsProps {
  id: string
  invoiceId: number
  onBack: () => void
  onClose: () => void
}

function Accounts({ id, invoiceId, onBack, onClose }: AccountsProps) {
  const { data, error, refetch } = useDepositInvoice(id, invoiceId)
  const choose = useChooseDeposit(id, { silent: true })
  const [picked, setPicked] = useState<Record<string, string>>({})
  const [tried, setTried] = useState(false)
  const back = (
    <Button
      size="sm"
      tone="ghost"
      icon={<ChevronLeft aria-hidden className="size-4" />}
      onClick={onBack}
    >
      {text.back}
    </Button>
  )
  if (!data)
    return (
      <div className="grid gap-3">
        <div>{back}</div>
        {error ? (
          <NotRead title={text.invoiceFailed} error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={3} label={text.loadingInvoice} />
        )}
      </div>
    )
  const accountOf = ({ vatType, account }: DepositRateAnswer) => picked[vatType] ?? account ?? ''
  const submit = () => {
    setTried(true)
    const accounts = data.rates.map((rate) => ({
      vatType: rate.vatType,
      account: accountOf(rate),
    }))
    if (accounts.every(({ account }) => account !== ''))
      choose.mutate({ invoiceId, accounts }, { onSuccess: onClose })
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div>{back}</div>
      <div className="rounded-card border border-line p-3">
        <p className="mb-2 font-semibold">
          {text.chosen(data.invoiceNumber, formatDate(data.issueDate))}
        </p>
        <Details
          rows={[
            ...data.rates.flatMap(({ vatName, net, vat }) => [
              {
                term: data.rates.length > 1 ? `${text.net}, ${vatName}` : text.net,
                value: formatKroner(-net),
              },
              ...(vat === 0
                ? []
                : [{ term: `${text.vat}, ${vatName}`, value: formatKroner(-vat) }]),
            ]),
            {
              term: text.gross,
              value: <strong className="font-semibold">{formatKroner(-data.gross)}</strong>,
            },
          ]}
        />
      </div>
      {data.rates.map((rate) => (
        <SelectField
          key={rate.vatType}
          label={text.account(rate.vatName)}
          hint={text.accountHint}
          error={tried && accountOf(rate) === '' ? text.accountMissing : undefined}
          value={accountOf(rate)}
          onChange={({ target }) => setPicked((now) => ({ ...now, [rate.vatType]: target.value }))}
          options={[
            { value: '', label: text.chooseAccount },
            ...rate.accounts.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
          ]}
        />
      ))}
      {choose.isError && (
        <Banner tone="bad" live title={text.chooseFailed}>
          {errorText(choose.error)}
        </Banner>
      )}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button onClick={onClose}>{text.cancel}</Button>
        <Button type="submit" tone="primary" pending={choose.isPending}>
          {text.confirm}
        </Button>
      </div>
    </form>
  )
}
