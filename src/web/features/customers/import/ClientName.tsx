import { Link } from 'react-router'
import type { MatchRow } from '#shared/contracts/customer-import'
import { otherRecipient } from './import-state.ts'
import { text } from './text.ts'

export const customerPath = (name: string) => `/customers?q=${encodeURIComponent(name)}`

export function ClientName({ row, rests }: { row: MatchRow; rests?: boolean }) {
  const name = row.name || text.noName
  const recipient = otherRecipient(row)
  return (
    <>
      <Link
        to={customerPath(row.name)}
        aria-label={text.see(name)}
        {...(rests ? { 'data-details': true } : {})}
        className="block max-w-full truncate font-semibold hover:underline pointer-coarse:relative pointer-coarse:z-1 pointer-coarse:-my-2.5 pointer-coarse:min-h-11 pointer-coarse:py-2.5"
      >
        {name}
      </Link>
      {recipient && <p className="truncate text-xs text-ink-2">{text.recipient(recipient)}</p>}
    </>
  )
}
