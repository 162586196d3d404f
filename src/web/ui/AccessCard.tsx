import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'

export function AccessCard({
  title,
  why,
  action,
}: {
  title: string
  why: string
  action?: ReactNode
}) {
  return (
    <div className="mx-auto my-8 grid max-w-md justify-items-center rounded-card border border-line bg-surface px-6 py-8 text-center">
      <title>{`${title} – Fakturabro`}</title>
      <div className="mb-3 grid size-12 place-items-center rounded-full bg-brand-soft text-brand">
        <LockKeyhole aria-hidden className="size-6" />
      </div>
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="mt-1.5 text-ink-2">{why}</p>
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
