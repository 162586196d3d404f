import { Link } from 'react-router'
import { cx } from '../../ui/cx.ts'
import { PARTS, type Part } from './parts-state.ts'
import { text } from './text.ts'

/** Links to the parts of the screen, each with its own address, so that the back button works. */
export function PartLinks({ shown }: { shown: Part }) {
  return (
    <nav aria-label={text.partsLabel}>
      <ul className="grid grid-flow-col gap-1 rounded-control bg-surface-2 p-1 sm:auto-cols-fr">
        {PARTS.map((part) => (
          <li key={part}>
            <Link
              to={{ hash: part }}
              aria-current={part === shown ? 'page' : undefined}
              className={cx(
                'flex min-h-9 items-center justify-center rounded-md px-2 font-semibold max-[26rem]:text-sm sm:px-3 transition-colors pointer-coarse:min-h-11',
                part === shown ? 'bg-surface text-ink shadow-card' : 'text-ink-2 hover:text-ink',
              )}
            >
              {text.parts[part]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
