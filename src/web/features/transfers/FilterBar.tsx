import { Search, SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
import { causeOf } from '#shared/causes'
import { useSearchText } from '../../lib/search-text.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { PAYMENTS, SORTS, STATUSES, type Filter } from './filter-state.ts'
import { text as payments } from './payment-text.ts'
import { text } from './text.ts'

/** Search, status, payment, days and order. On a phone all but the first two are behind a button, so that the list begins on the first screen. */
export function FilterBar({ filter, onChange }: { filter: Filter; onChange: (change: Partial<Filter>) => void }) {
  const [typed, setTyped] = useSearchText(filter.q, (q) => onChange({ q }))
  const used = filter.from !== '' || filter.to !== '' || filter.payment !== '' || filter.sort !== 'newest'
  const [open, setOpen] = useState(used)
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <TextField
        label={text.search}
        hideLabel
        type="search"
        placeholder={text.searchHint}
        maxLength={200}
        className="sm:col-span-2"
        lead={<Search aria-hidden className="size-4" />}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField
        label={text.status}
        hideLabel
        options={STATUSES}
        value={filter.status}
        onChange={(event) => onChange({ status: event.target.value })}
      />
      <Button
        className="sm:hidden"
        aria-expanded={open}
        icon={<SlidersHorizontal aria-hidden className="size-4" />}
        onClick={() => setOpen(!open)}
      >
        {text.moreFilters}
      </Button>
      <div className={cx('grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2 sm:contents', !open && 'max-sm:hidden')}>
        <SelectField
          label={payments.payment}
          hideLabel
          options={PAYMENTS}
          className="max-sm:col-span-full"
          value={filter.payment}
          onChange={(event) => onChange({ payment: PAYMENTS.find(({ value }) => value === event.target.value)?.value ?? '' })}
        />
        <TextField
          label={text.from}
          type="date"
          value={filter.from}
          onChange={(event) => onChange({ from: event.target.value })}
        />
        <TextField label={text.to} type="date" value={filter.to} onChange={(event) => onChange({ to: event.target.value })} />
        <SelectField
          label={text.sort}
          options={SORTS}
          className="max-sm:col-span-full sm:col-span-2"
          value={filter.sort}
          onChange={(event) => onChange({ sort: SORTS.find(({ value }) => value === event.target.value)?.value ?? 'newest' })}
        />
      </div>
      {filter.cause && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm sm:col-span-full">
          <span className="text-ink-2">{text.causeFilter}</span>
          <strong className="font-semibold">{causeOf(filter.cause).title}</strong>
          <Button size="sm" tone="ghost" icon={<X aria-hidden className="size-3.5" />} onClick={() => onChange({ cause: '' })}>
            {text.clearCause}
          </Button>
        </p>
      )}
    </div>
  )
}
