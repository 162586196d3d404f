import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Act } from '#shared/access/roles'
import { readTokenStatus, type Vendor } from '#shared/contracts/connections'
import type { SetupStep } from '#shared/contracts/onboarding'
import { May, useMay } from '../../lib/access/may.tsx'
import { reading } from '../../lib/query-client.ts'
import { words } from '../../ui/words.ts'
import { Button } from '../../ui/Button.tsx'
import { ConnectButton, ConnectHint } from '../connections/ConnectButton.tsx'
import { useConnectAct } from '../../lib/access/MayConnect.tsx'
import type { Connect } from '../connections/useConnect.ts'
import {
  useActivate,
  useChooseCompany,
  useChosenCompany,
  useCompanies,
  useFormerCompany,
} from './queries.ts'
import { text } from './text.ts'

export interface StepProps {
  step: SetupStep
  number: number
  isNext: boolean
  /** True when the step is shown with its reason; every other step is one line. */
  inFull: boolean
  connect: Connect
  onTrial: () => void
}

const ACTS = {
  bank_account: 'bank_account',
  vat: 'vat',
  trial: 'transfers',
  activate: 'first_activation',
} as const satisfies Partial<Record<SetupStep['id'], Act>>

/** Returns the act that a step asks of the user's role, at the least. */
export function useActOfStep(id: SetupStep['id']): Act {
  const connecting = useConnectAct(id === 'servicem8' || id === 'fiken' ? id : 'company')
  return id in ACTS ? ACTS[id as keyof typeof ACTS] : connecting
}

export function StepButton({
  step: { id, state },
  isNext,
  size,
  connect,
  onTrial,
}: Omit<StepProps, 'number' | 'inFull'> & { size: 'sm' | 'md' }): ReactNode {
  const done = state === 'done'
  if (id === 'servicem8' || id === 'fiken')
    return done ? null : <ConnectStep vendor={id} connect={connect} isNext={isNext} size={size} />
  if (id === 'trial')
    return (
      <Button tone={isNext ? 'primary' : 'secondary'} size={size} onClick={onTrial}>
        {done ? words.tryAgain : text.trial}
      </Button>
    )
  if (id === 'activate') return done ? null : <ActivateStep isNext={isNext} size={size} />
  if (done) return null
  if (id === 'company') return <CompanyStep isNext={isNext} size={size} />
  const [href, label] = {
    bank_account: ['/configuration#bankkonto', text.bankAccount],
    vat: ['/configuration#mva', text.vat],
  }[id]
  return (
    <Button asChild size={size} tone={isNext ? 'primary' : 'secondary'}>
      <Link to={href ?? ''}>{label}</Link>
    </Button>
  )
}

function ConnectStep({
  vendor,
  connect,
  isNext,
  size,
}: {
  vendor: Vendor
  connect: Connect
  isNext: boolean
  size: 'sm' | 'md'
}) {
  const status = useQuery(reading(readTokenStatus, {})).data?.[`${vendor}Status`] ?? 'disconnected'
  return (
    <div className="grid gap-2">
      <ConnectButton
        vendor={vendor}
        status={status}
        connect={connect}
        tone={isNext ? 'primary' : 'secondary'}
        size={size}
      />
      <ConnectHint vendor={vendor} connect={connect} />
    </div>
  )
}

function ActivateStep({ isNext, size }: { isNext: boolean; size: 'sm' | 'md' }) {
  const activate = useActivate()
  return (
    <Button
      tone={isNext ? 'primary' : 'secondary'}
      size={size}
      pending={activate.isPending}
      onClick={() => activate.mutate()}
    >
      {text.activate}
    </Button>
  )
}

/** Maximum number of companies shown as buttons; more are shown in a select. */
const MOST_BUTTONS = 4

/**
 * The step in which the user chooses the company. After a reconnection only the former company is
 * shown, and "Velg selskap" leads to the others.
 */
function CompanyStep({ isNext, size }: { isNext: boolean; size: 'sm' | 'md' }) {
  const { data, isPending } = useCompanies()
  const choose = useChooseCompany()
  const usable = data?.companies.filter(({ hasApiAccess }) => hasApiAccess) ?? []
  const former = useFormerCompany(usable)
  const companies = former ? [former] : usable
  const may = useMay()
  const chosen = useChosenCompany()
  if (isPending)
    return (
      <Button size={size} pending>
        {text.companiesLoading}
      </Button>
    )
  // The company of the connection that has ended is confirmed; any other would replace it.
  const toChoose = chosen ? 'change_fiken_company' : 'connect_fiken'
  if (!former && !may(toChoose)) return <May act={toChoose} asks />
  if (companies.length === 0 || companies.length > MOST_BUTTONS) {
    return (
      <Button asChild size={size} tone={isNext ? 'primary' : 'secondary'}>
        <Link to="/configuration#fiken">{text.company}</Link>
      </Button>
    )
  }
  return (
    <div role="group" aria-label={text.company} className="flex min-w-0 flex-wrap gap-2">
      {companies.map(({ slug, name }) => (
        <Button
          key={slug}
          size={size}
          tone={isNext && companies.length === 1 ? 'primary' : 'secondary'}
          pending={choose.isPending && choose.variables === slug}
          disabled={choose.isPending && choose.variables !== slug}
          onClick={() => choose.mutate(slug)}
        >
          {text.useCompany(name)}
        </Button>
      ))}
    </div>
  )
}
