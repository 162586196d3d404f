import type { ReactNode } from 'react'

export function Details({ rows }: { rows: readonly { term: string; value: ReactNode }[] }) {
  return (
    <dl className="grid gap-y-1.5">
      {rows
        .filter(
          ({ value }) => value !== false && value !== '' && value !== null && value !== undefined,
        )
        .map((row) => (
          <div
            key={row.term}
            className="grid grid-cols-[minmax(6rem,auto)_1fr] justify-between gap-x-4"
          >
            <dt className="text-ink-2">{row.term}</dt>
            <dd className="min-w-0 text-right">{row.value}</dd>
          </div>
        ))}
    </dl>
  )
}
