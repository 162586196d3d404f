import { ExternalLink } from 'lucide-react'
import type { AnswerOf } from '#shared/contract'
import type { findInvoicesToCredit, InvoiceToCredit } from '#shared/contracts/transfers/credits'
import { errorText } from '../../../lib/api.ts'
import { useHashTarget } from '../../../lib/useHashTarget.ts'
import { ErrorLine } from '../../../ui/ErrorLine.tsx'
import { Button } from '../../../ui/Button.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { InvoiceFacts, InvoiceList } from '../deposits/InvoiceList.tsx'
import { usePlaces } from '../places.ts'
import { fikenUrl } from '../transfer-state.ts'
import type { AskedInvoices } from './queries.ts'

const text = {
  title: 'Fakturaen jobben gjelder',
  credited: { part: 'Delvis kreditert fra før', all: 'Kreditert i sin helhet fra før' },
} as const

/** The URL hash used by the row's link "Se fakturaene". */
const PLACE = 'fakturaer'

export function InvoicesToCredit({ asked }: { asked: AskedInvoices }) {
  useHashTarget(true)
  const { data, error, isFetching, refetch } = asked
  return (
    <section
      id={PLACE}
      aria-label={text.title}
      className="grid scroll-mt-4 gap-3 border-t border-line pt-4 outline-none"
    >
      <h3 className="font-semibold">{text.title}</h3>
      <p className="text-ink-2">
        Åpne fakturaen i Fiken, og lag kreditnotaen der. Slett overføringen her når det er gjort.
      </p>
      {data ? (
        <Found found={data} />
      ) : error ? (
        <ErrorLine pending={isFetching} onRetry={() => void refetch()}>
          {errorText(error)}
        </ErrorLine>
      ) : (
        <SkeletonRows rows={2} label="Henter fakturaene i Fiken" />
      )}
    </section>
  )
}

function Found({ found }: { found: AnswerOf<typeof findInvoicesToCredit> }) {
  const { customer, ofJob, invoices, more } = found
  if (customer === null)
    return (
      <InFiken>
        Det er ikke sikkert hvilken kunde i Fiken jobben er til, så fakturaene kan ikke vises her.
        Finn fakturaen i Fiken.
      </InFiken>
    )
  if (invoices.length === 0) return <InFiken>{`${customer} har ingen fakturaer i Fiken.`}</InFiken>
  const name = ofJob ? 'Fakturaer av denne jobben' : `Fakturaer til ${customer}`
  return (
    <>
      <h4 className="font-medium">{name}</h4>
      <InvoiceList
        label={name}
        invoices={invoices}
        more={more ? 'Eldre fakturaer finner du i Fiken.' : null}
        folds
        row={(invoice) => <InvoiceLink invoice={invoice} />}
      />
    </>
  )
}

function InFiken({ children }: { children: string }) {
  const places = usePlaces()
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="min-w-48 flex-1">{children}</p>
      <Button asChild size="sm">
        <a href={fikenUrl(places)} target="_blank" rel="noreferrer">
          Åpne Fiken
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      </Button>
    </div>
  )
}

function InvoiceLink({ invoice }: { invoice: InvoiceToCredit }) {
  const { credited, url } = invoice
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="flex min-h-14 items-center gap-3 px-3 py-2 hover:bg-surface-2"
    >
      <InvoiceFacts invoice={invoice}>
        {credited !== 'nothing' && text.credited[credited]}
      </InvoiceFacts>
      <ExternalLink aria-hidden className="size-4 shrink-0 text-ink-2" />
      <span className="sr-only">, åpnes i Fiken</span>
    </a>
  )
}
