import { useQuery } from '@tanstack/react-query'
import { VENDOR_NAMES } from '#shared/access/vendor-names'
import { readProductHistory, type ProductChangeRow } from '#shared/contracts/products/price-sync'
import { whenText } from '#shared/dates'
import { marginOf } from '#shared/csv/product-csv'
import { formatDecimal } from '#shared/money'
import { errorText } from '../../../lib/api.ts'
import { polling } from '../../../lib/query-client.ts'
import { useNow } from '../../../lib/time.ts'
import { words } from '../../../ui/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { productIdOf, uuidOf } from '../asked.ts'
import { priceText, stockText } from '../amounts.ts'
import { oreOf, type Listed } from '../items-state.ts'

const text = {
  percent: (percent: number) => `${formatDecimal(String(percent))} %`,
  change: ({ what, system }: ProductChangeRow) =>
    `${what === 'price' ? 'Pris' : 'Lager'} i ${VENDOR_NAMES[system]}`,
  by: ({ by, system }: ProductChangeRow) =>
    by === 'elsewhere' ? `Sett endret i ${VENDOR_NAMES[system]}` : BY[by],
} as const

const BY: Record<Exclude<ProductChangeRow['by'], 'elsewhere'>, string> = {
  person: 'Endret her',
  smart_sync: 'Smart Sync',
  price_run: 'Automatisk prissynkronisering',
  undo: 'Angret',
  import: 'Hentet fra fil',
}

export function HistoryDialog({ row, onClose }: { row: Listed; onClose: () => void }) {
  const [productId, uuid] = [productIdOf(row), uuidOf(row)]
  const history = useQuery(
    polling(readProductHistory, {
      query: {
        ...(productId === null ? {} : { productId: String(productId) }),
        ...(uuid === null ? {} : { uuid }),
      },
    }),
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Historikk for ${row.name}`}
      description="Endringer av pris og lager, nyeste først. Alle priser er uten MVA."
    >
      <Margin row={row} />
      {history.error && !history.data ? (
        <ErrorState
          title="Historikken ble ikke hentet"
          why={errorText(history.error)}
          pending={history.isFetching}
          onRetry={() => void history.refetch()}
        />
      ) : !history.data ? (
        <SkeletonRows rows={3} label="Henter historikken …" />
      ) : history.data.length === 0 ? (
        <>
          <p className="font-semibold">Ingen endringer er sett ennå</p>
          <p className="text-sm text-ink-2">
            Her kommer endringer som gjøres i Fakturabro, og dem som oppdages i ServiceM8 og Fiken.
          </p>
        </>
      ) : (
        <ul
          tabIndex={0}
          aria-label="Endringer"
          className="max-h-[50dvh] divide-y divide-line overflow-y-auto"
        >
          {history.data.map((change, position) => (
            <ChangeLine key={position} change={change} />
          ))}
        </ul>
      )}
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>{words.close}</Button>
      </div>
    </Dialog>
  )
}

function Margin({ row: { item } }: { row: Listed }) {
  const known =
    item.kind === 'matched'
      ? { cost: item.pair.cost, price: item.pair.servicem8SalePrice }
      : item.kind === 'servicem8_only'
        ? { cost: item.material.cost, price: item.material.salePrice }
        : null
  if (!known || known.cost === null) return null
  const margin = marginOf(known.price, known.cost)
  const facts = [
    ['Kostpris', priceText(oreOf(known.cost))],
    ...(margin === null ? [] : [['Dekningsgrad', text.percent(margin)]]),
  ]
  return (
    <dl className="mb-3 flex flex-wrap gap-x-6 gap-y-1 rounded-control bg-surface-2 px-3 py-2 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="flex gap-2">
          <dt className="text-ink-2">{name}</dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function ChangeLine({ change }: { change: ProductChangeRow }) {
  const now = useNow()
  const says = change.what === 'price' ? priceText : stockText
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 text-sm">
      <span>
        <span className="block font-semibold">{text.change(change)}</span>
        <span className="text-ink-2">
          {text.by(change)}, {whenText(change.at, now)}
        </span>
      </span>
      <span className="whitespace-nowrap tabular-nums">
        {`${says(change.before)} → ${says(change.after)}`}
      </span>
    </li>
  )
}
