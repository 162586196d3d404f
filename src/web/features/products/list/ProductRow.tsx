import { EllipsisVertical, History, Link2, PackageX, Pencil, Plus, Sparkles } from 'lucide-react'
import { memo } from 'react'
import type { Vendor } from '#shared/contracts/connections'
import { useMay } from '../../../lib/access/may.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { DataRow } from '../../../ui/DataTable.tsx'
import type { MenuItem } from '../../../ui/Menu.tsx'
import { MenuButton } from '../../../ui/MenuButton.tsx'
import { RowChoice } from '../../../ui/SelectionBar.tsx'
import { isTracked, productIdOf, type Asked } from '../asked.ts'
import { text as acts } from '../acts/text.ts'
import { useStockEdit } from '../acts/useStockEdit.ts'
import { priceText, stockText } from '../amounts.ts'
import { text } from '../text.ts'
import { isOutOfStep, shownStatus, type Listed } from '../items-state.ts'
import { Dot } from './Legend.tsx'
import { Sides } from '../Sides.tsx'
import { StockCell, StockLine } from '../acts/StockCell.tsx'
import { TrackedSwitch } from './TrackedSwitch.tsx'

export interface RowActs {
  ask: (asked: Asked) => void
  createInServicem8: (row: Listed) => void
  smartSync: (row: Listed) => void
  choose: (id: string, chosen: boolean) => void
}

interface ProductRowProps {
  row: Listed
  columns: number
  chosen: boolean
  busy: boolean
  tracked: boolean
  switching: boolean
  mayWrite: boolean
  /** Only price differences are listed. */
  onlyPrices: boolean
  acts: RowActs
}

const CELL = 'px-2 py-1 align-middle h-13'

/** A product's row, memoised because each letter typed in the search field renders the screen. */
export const ProductRow = memo(function ProductRow({ row, columns, ...props }: ProductRowProps) {
  const { chosen, busy, tracked, switching, mayWrite } = props
  const mayAct = useMay()('products')
  const { item } = row
  const status = shownStatus(row, props.onlyPrices)
  const edit = useStockEdit(item.kind === 'matched' ? item.pair : null)
  const tracking = isTracked(row)
  const productId = productIdOf(row)
  return (
    <DataRow
      columns={columns}
      chosen={chosen}
      aria-busy={busy || undefined}
      below={edit.note && <StockLine note={edit.note} edit={edit} />}
    >
      <td role="cell" className={cx(CELL, 'relative pl-3')}>
        {mayAct && (
          <RowChoice
            label={`Velg ${row.name}`}
            toBar="Til handlinger for valgte"
            chosen={chosen}
            onChange={(now) => props.acts.choose(row.id, now)}
          />
        )}
      </td>
      <td role="cell" className={CELL}>
        <span title={text.statuses[status]} className="flex">
          <Dot status={status} />
          <span className="sr-only">{text.statuses[status]}</span>
        </span>
      </td>
      <th role="rowheader" scope="row" className={cx(CELL, 'text-left font-normal')}>
        <p
          className="line-clamp-2 leading-tight font-semibold @[56rem]:block @[56rem]:truncate @[56rem]:leading-normal"
          title={row.name}
        >
          {row.name}
        </p>
        <About row={row} />
      </th>
      <td role="cell" className={cx(CELL, 'text-sm tabular-nums')}>
        <span className="block truncate" title={row.number}>
          {row.number || text.notSet}
        </span>
      </td>
      <td role="cell" className={CELL}>
        <Prices row={row} />
      </td>
      <td role="cell" className={CELL}>
        <Stock row={row} edit={edit} locked={!mayWrite || !mayAct} />
      </td>
      <td role="cell" className={CELL}>
        {tracking === null || productId === null ? (
          <span className="text-ink-2">{text.noStock}</span>
        ) : !mayAct ? (
          tracked ? (
            'Ja'
          ) : (
            'Nei'
          )
        ) : (
          <TrackedSwitch
            label={`Lagerført i Fiken: ${row.name}`}
            checked={tracked}
            busy={switching}
            onChange={(on) => props.acts.ask({ act: 'inventory', id: row.id, on })}
          />
        )}
      </td>
      <td role="cell" className={cx(CELL, 'pr-3')}>
        <div className="flex items-center justify-end gap-0.5">
          {mayAct && <FirstAct row={row} busy={busy} mayWrite={mayWrite} acts={props.acts} />}
          <MenuButton
            label={`Flere valg for ${row.name}`}
            data-details
            pending={busy}
            icon={<EllipsisVertical aria-hidden className="size-4" />}
            items={mayAct ? menuOf(row, mayWrite, props.acts) : [historyItem(row, props.acts)]}
          />
        </div>
      </td>
    </DataRow>
  )
})

function About({ row: { item, name } }: { row: Listed }) {
  const says =
    item.kind === 'matched'
      ? item.pair.fikenName === name
        ? item.pair.servicem8Barcode && text.barcode(item.pair.servicem8Barcode)
        : `I Fiken: ${item.pair.fikenName}`
      : item.kind === 'duplicate'
        ? text.duplicateIn[item.product.system]
        : item.kind === 'servicem8_only' && item.material.barcode && item.material.item_number
          ? text.barcode(item.material.barcode)
          : ''
  return says ? <p className="truncate text-xs text-ink-2 @max-[56rem]:hidden">{says}</p> : null
}

function Prices({ row }: { row: Listed }) {
  const inFiken = productIdOf(row) !== null
  const inServicem8 = row.item.kind === 'matched' || !inFiken
  return (
    <Sides
      {...(inFiken ? { fiken: priceText(row.fikenPrice) } : {})}
      {...(inServicem8 ? { servicem8: priceText(row.servicem8Price) } : {})}
      {...(row.item.kind === 'matched' && row.deviates ? { newer: row.item.pair.newerSource } : {})}
    />
  )
}

function Stock(props: Parameters<typeof StockCell>[0]) {
  const { row } = props
  if (row.item.kind === 'matched') return <StockCell {...props} />
  return productIdOf(row) === null ? (
    <Sides servicem8={stockText(row.servicem8Stock)} />
  ) : (
    <Sides fiken={stockText(row.fikenStock)} />
  )
}

type ActProps = Pick<ProductRowProps, 'row' | 'busy' | 'mayWrite' | 'acts'>

function FirstAct({ row, busy, mayWrite, acts: { ask, createInServicem8 } }: ActProps) {
  const { item } = row
  if ('match' in item && item.match)
    return (
      <Button
        size="sm"
        className="px-2! whitespace-nowrap"
        aria-label={`${acts.proposal}: ${row.name}`}
        onClick={() => ask({ act: 'link', id: row.id })}
      >
        {acts.proposal}
      </Button>
    )
  if (item.kind !== 'fiken_only' && item.kind !== 'servicem8_only') return null
  const inFiken = item.kind === 'servicem8_only'
  return (
    <Button
      size="sm"
      className="px-2! whitespace-nowrap"
      aria-label={`${acts.createOf[inFiken ? 'fiken' : 'servicem8']}: ${row.name}`}
      disabled={busy || (!inFiken && !mayWrite)}
      onClick={() => (inFiken ? ask({ act: 'account', id: row.id }) : createInServicem8(row))}
    >
      Opprett
    </Button>
  )
}

const historyItem = ({ id }: Listed, { ask }: RowActs): MenuItem => ({
  label: 'Historikk',
  icon: <History aria-hidden className="size-4" />,
  onSelect: () => ask({ act: 'history', id }),
})

function menuOf(row: Listed, mayWrite: boolean, does: RowActs): MenuItem[] {
  const { ask, createInServicem8, smartSync } = does
  const { id, item } = row
  const onlyFiken =
    item.kind === 'fiken_only' || (item.kind === 'duplicate' && item.product.system === 'fiken')
  const price = (to: Vendor): MenuItem => ({
    label: acts.price.title(to),
    icon: <Pencil aria-hidden className="size-4" />,
    disabled: to === 'servicem8' && !mayWrite,
    onSelect: () => ask({ act: 'price', to, id }),
  })
  const create = (label: string, disabled: boolean, onSelect: () => void): MenuItem => ({
    label,
    icon: <Plus aria-hidden className="size-4" />,
    disabled,
    onSelect,
  })
  return [
    ...(item.kind === 'matched' ? [price('servicem8'), price('fiken')] : []),
    ...(item.kind === 'matched' && isOutOfStep(item.pair)
      ? [
          {
            label: 'Smart Sync',
            icon: <Sparkles aria-hidden className="size-4" />,
            disabled: !mayWrite,
            onSelect: () => smartSync(row),
          },
        ]
      : []),
    ...(item.kind === 'fiken_only'
      ? [create('Opprett i ServiceM8', !mayWrite, () => createInServicem8(row))]
      : []),
    ...(item.kind === 'servicem8_only'
      ? [create('Opprett i Fiken', false, () => ask({ act: 'account', id }))]
      : []),
    ...('match' in item && item.match
      ? [
          {
            label: 'Samme produkt?',
            icon: <Link2 aria-hidden className="size-4" />,
            onSelect: () => ask({ act: 'link', id }),
          },
        ]
      : []),
    historyItem(row, does),
    {
      label: 'Slett',
      icon: <PackageX aria-hidden className="size-4" />,
      tone: 'danger',
      disabled: !onlyFiken && !mayWrite,
      onSelect: () => ask({ act: 'remove', id }),
    },
  ]
}
