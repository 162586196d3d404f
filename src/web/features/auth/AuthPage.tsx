import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { nextPath } from '../../lib/next-path.ts'
import { useSession } from '../../lib/session.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { text } from './text.ts'

/** The page /auth: log in or register. Once logged in, continues to `next` or the dashboard. */
export function AuthPage() {
  const session = useSession()
  const [search] = useSearchParams()
  const [tab, setTab] = useState(search.get('tab') === 'register' ? 'register' : 'login')
  if (session.state === 'user') return <Navigate to={nextPath(search.get('next'))} replace />
  return (
    <div className="mx-auto w-full max-w-md py-2 sm:py-6">
      <title>{`${tab === 'login' ? text.login : text.register} – Fakturabro`}</title>
      <h1 className="text-2xl font-semibold tracking-tight">{text.title}</h1>
      <p className="mt-1 mb-6 text-ink-2">{text.subtitle}</p>
      <div className="rounded-card border border-line bg-surface p-4 shadow-card sm:p-6">
        <Tabs
          label={text.tabs}
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: 'login', label: text.login, panel: <LoginForm /> },
            { value: 'register', label: text.register, panel: <RegisterForm /> },
          ]}
        />
      </div>
    </div>
  )
}
