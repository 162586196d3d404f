import { lazy, Suspense, useState } from 'react'
import type { SessionUser } from '#shared/contracts/auth'
import { CompanyNeeded } from './CompanyNeeded.tsx'
import { SwitchDialog } from './SwitchDialog.tsx'

const AddCompanyDialog = lazy(async () => ({
  default: (await import('./AddCompanyDialog.tsx')).AddCompanyDialog,
}))

interface CompaniesProps {
  user: SessionUser
  /** A dialog to switch or to add a company, or the page that replaces a screen without one. */
  shows: 'companies' | 'new-company' | 'needed'
  onClose?: () => void
}

export default function Companies({ user, shows, onClose }: CompaniesProps) {
  const [adding, setAdding] = useState(shows === 'new-company')
  const close = () => {
    setAdding(false)
    onClose?.()
  }
  return (
    <>
      {adding ? (
        <Suspense>
          <AddCompanyDialog onClose={close} />
        </Suspense>
      ) : (
        shows === 'companies' && (
          <SwitchDialog user={user} onClose={close} onAdd={() => setAdding(true)} />
        )
      )}
      {shows === 'needed' && <CompanyNeeded user={user} onAdd={() => setAdding(true)} />}
    </>
  )
}
