import type { ReactNode } from 'react'

export function EmptyState({
  title,
  why,
  action,
  icon,
}: {
  title: string
  why?: ReactNode
  action?: ReactNode
  icon?: ReactNode
}) {
  return (
    <div className="grid justify-items-center gap-1 px-5 py-10 text-center">
      {icon && (
        <div className="mb-2 grid size-11 place-items-center rounded-full bg-surface-2 text-ink-2">
          {icon}
        </div>
      )}
      <p className="font-semibold">{title}</p>
      {why && <p className="max-w-[46ch] text-sm text-ink-2">{why}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
