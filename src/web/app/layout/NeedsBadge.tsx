import { useQuery } from '@tanstack/react-query'
import { readStats } from '#shared/contracts/overview'
import { polling } from '../../lib/query-client.ts'

/** Beside the icon, so that nothing moves when the number arrives. */
export function NeedsBadge() {
  const act = useQuery(polling(readStats, {})).data?.needs?.act
  if (!act) return null
  return (
    <>
      <span className="sr-only">: {act.text}</span>
      <span
        aria-hidden
        data-needs
        className="absolute top-1 left-1/2 ml-1.5 min-w-4 rounded-full bg-bad px-1 text-center text-[0.6875rem]/4 font-semibold text-bad-ink tabular-nums"
      >
        {act.count}
      </span>
    </>
  )
}
