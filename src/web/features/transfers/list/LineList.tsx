import type { Transfer } from '#shared/contracts/transfers/row'
import { shownLines } from './transfer-amounts.ts'
import { text } from '../text.ts'

/**
 * The job's lines. `brief` is for the hover card, where the list scrolls and the wording follows
 * the specification.
 */
export function LineList({ transfer, brief }: { transfer: Transfer; brief?: boolean }) {
  const lines = shownLines(transfer)
  if (lines.length === 0) return null
  return (
    <div>
      <p className="text-ink-2">Varelinjer:</p>
      <ul
        data-scrolls={brief}
        aria-label={text.lines}
        className={brief ? 'max-h-32 divide-y divide-line overflow-y-auto' : 'divide-y divide-line'}
      >
        {lines.map((line) => (
          <li key={line.index} className="flex justify-between gap-4 py-1.5">
            <span className="min-w-0">
              {line.description}
              <span className="block text-ink-2 tabular-nums">
                {brief ? line.perUnit : line.inWords}
              </span>
            </span>
            <span className="shrink-0 tabular-nums">{line.total}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
