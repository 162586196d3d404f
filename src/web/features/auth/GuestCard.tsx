import type { ReactNode } from 'react'

/** A narrow card with a headline, used by all pages before login. */
export function GuestCard({
  title,
  intro,
  children,
}: {
  title: string
  intro?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="mx-auto w-full max-w-md py-2 sm:py-6">
      <title>{`${title} – Fakturabro`}</title>
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      {intro && <p className="mt-1 text-ink-2">{intro}</p>}
      <div className="mt-6 grid gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-6">
        {children}
      </div>
    </div>
  )
}
