import type { ReactNode } from 'react'

/** The dialog's buttons, which stay in sight at its end however long it is. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-col-reverse gap-2 border-t border-line bg-surface px-5 py-3 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:flex-row sm:justify-end sm:px-6">
      {children}
    </div>
  )
}
