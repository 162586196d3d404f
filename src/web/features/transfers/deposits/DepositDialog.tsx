import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { DepositRateAnswer, FoundInvoice } from '#shared/contracts/transfers/deposits'
import { formatDate } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { errorText, errorTextBelow } from '../../../lib/api.ts'
import { words } from '../../../ui/words.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Details } from '../../../ui/Details.tsx'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { InvoiceFacts, InvoiceList } from './InvoiceList.tsx'
import { useChooseDeposit, useDepositInvoice, useDepositInvoices } from './queries.ts'
import { text } from './text.ts'

export function DepositDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [invoiceId, setInvoiceId] = useState<number | null>(null)
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Trekk fra en forskuddsfaktura"
      description="Velg fakturaen i Fiken som kunden fikk for forskuddet. Den trekkes fra med sin egen MVA."
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
  return <ErrorState title={title} why={errorTextBelow(title, error)} onRetry={onRetry} />
}

function Invoices({ id, onPick }: { id: string; onPick: (invoiceId: number) => void }) {
  const { data, error, refetch } = useDepositInvoices(id)
  if (!data)
    return error ? (
      <NotRead title="Kunne ikke hente fakturaene" error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={3} label="Henter kundens fakturaer i Fiken" />
    )
  const { customer, invoices, more } = data
  if (customer === null)
    return (
      <p>
        Det er ikke avklart hvilken kunde i Fiken jobben er til, så det er ingen fakturaer å velge
        mellom ennå.
      </p>
    )
  if (invoices.length === 0) return <p>{`${customer} har ingen fakturaer i Fiken.`}</p>
  return (
    <div className="grid gap-3">
      <InvoiceList
        label={`Fakturaer til ${customer}`}
        invoices={invoices}
        more={more ? 'Bare de nyeste fakturaene vises.' : null}
        row={(invoice) => <InvoiceRow invoice={invoice} onPick={onPick} />}
      />
    </div>
  )
}

function InvoiceRow({
  invoice,
  onPick,
}: {
  invoice: FoundInvoice
  onPick: (invoiceId: number) => void
}) {
  const { invoiceId, isPaid, why } = invoice
  const said = (
    <InvoiceFacts invoice={invoice} paid={isPaid ? 'Betalt' : 'Ikke betalt'}>
      {why !== null && `Kan ikke trekkes fra: ${why}`}
    </InvoiceFacts>
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
      Velg en annen faktura
    </Button>
  )
  if (!data)
    return (
      <div className="grid gap-3">
        <div>{back}</div>
        {error ? (
          <NotRead
            title="Kunne ikke hente fakturaen"
            error={error}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows rows={3} label="Henter fakturaen" />
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
              ...(vat === 0 ? [] : [{ term: `MVA, ${vatName}`, value: formatKroner(-vat) }]),
            ]),
            {
              term: 'Trekkes fra',
              value: <strong className="font-semibold">{formatKroner(-data.gross)}</strong>,
            },
          ]}
        />
      </div>
      {data.rates.map((rate) => (
        <SelectField
          key={rate.vatType}
          label={`Konto for fratrekk, ${rate.vatName}`}
          hint="Huskes til neste gang."
          error={tried && accountOf(rate) === '' ? 'Velg konto' : undefined}
          value={accountOf(rate)}
          onChange={({ target }) => setPicked((now) => ({ ...now, [rate.vatType]: target.value }))}
          options={[
            { value: '', label: 'Velg konto' },
            ...rate.accounts.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
          ]}
        />
      ))}
      {choose.isError && (
        <Banner tone="bad" live title={text.chooseFailed}>
          {errorText(choose.error)}
        </Banner>
      )}
      <DialogButtons>
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button type="submit" tone="primary" pending={choose.isPending}>
          Trekk fra
        </Button>
      </DialogButtons>
    </form>
  )
}
