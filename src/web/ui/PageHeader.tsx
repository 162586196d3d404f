import type { ReactNode } from 'react'

/** The top of a screen: its name, one line on what it is for, and what can be done: beside the name where there is room for both, else below it. */
export function PageHeader({ title, subtitle, actions }: { title: ReactNode; subtitle?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="mb-5 flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-60">
        <h1 className="text-2xl leading-tight font-semibold tracking-tight">{title}</h1>
        {subtitle && <p className="mt-1 text-ink-2">{subtitle}</p>}
      </div>
      {actions && <div className="flex max-w-full flex-wrap items-center gap-2 max-sm:w-full">{actions}</div>}
    </div>
  )
}
