import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { VENDOR_NAMES } from '#shared/access/vendor-names'
import { causeOf, type CauseCode } from '#shared/causes/index'
import { clearCompanySelection, saveConfiguration } from '#shared/contracts/configuration'
import type { ConnectionStatus, Vendor } from '#shared/contracts/connections'
import { readSystemStatus } from '#shared/contracts/overview'
import { readStopped } from '#shared/contracts/transfers/stopped'
import { formatOrganizationNumber } from '#shared/norwegian'
import { call, errorText } from '../../lib/api.ts'
import { afterWrite } from '../../lib/live.ts'
import { May, useMay } from '../../lib/access/may.tsx'
import { polling } from '../../lib/query-client.ts'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { words } from '../../ui/words.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogButtons } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { ValuesOnly } from '../../ui/ValuesOnly.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast-store.ts'
import { formerCompany } from '../configuration/configuration-state.ts'
import { ConnectButton, ConnectHint } from '../connections/ConnectButton.tsx'
import { useConnect, type Connect } from '../connections/useConnect.ts'
import { useCompanies, useConfiguration } from '../configuration/queries.ts'
import { noteLeaving } from '../transfers/remedy/open-remedy.ts'
import { lookForSession, tryAgain, useStopped } from './queries.ts'
import { RemedyFailure } from './RemedyFailure.tsx'
import { text } from './text.ts'

interface GrantRemedyProps {
  vendor: Vendor
  cause: CauseCode
  onClose: () => void
}

/** A dialog with the missing step: approving a system again or confirming Fiken's company. */
export function GrantRemedy({ vendor, cause, onClose }: GrantRemedyProps) {
  const connect = useConnect()
  const system = useQuery(polling(readSystemStatus, {}))
  const stopped = useStopped(cause)
  const status = vendor === 'fiken' ? system.data?.fikenStatus : system.data?.servicem8Status
  const known = system.isFetchedAfterMount && stopped.isFetchedAfterMount && system.data
  const connected = status === 'connected'
  const asksCompany = connected && vendor === 'fiken' && system.data?.needsCompany === true
  const waiting = stopped.data?.waiting ?? 0
  const name = VENDOR_NAMES[vendor]
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={
        !known || !connected
          ? `Koble til ${name} på nytt`
          : asksCompany
            ? 'Velg selskap i Fiken'
            : `${name} er koblet til`
      }
    >
      {!known ? (
        system.error ? (
          <ErrorState
            title={text.loadError}
            why={errorText(system.error)}
            onRetry={() => void system.refetch()}
          />
        ) : (
          <SkeletonRows rows={2} />
        )
      ) : !connected ? (
        <Approve
          vendor={vendor}
          status={status ?? 'disconnected'}
          cause={cause}
          connect={connect}
          waiting={waiting}
        />
      ) : asksCompany ? (
        <Company cause={cause} onClose={onClose} />
      ) : (
        <>
          <p>Jobber som ventet på tilgangen, fortsetter av seg selv.</p>
          <div className="mt-5 flex justify-end">
            <Button tone="primary" onClick={onClose}>
              {words.close}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

function Approve({
  vendor,
  status,
  cause,
  connect,
  waiting,
}: Omit<GrantRemedyProps, 'onClose'> & {
  status: ConnectionStatus
  connect: Connect
  waiting: number
}) {
  // A phone leaves the page for the consent page; this dialog opens again when the phone returns.
  const noting: Connect = {
    ...connect,
    connect: (...which) => {
      noteLeaving({ asks: vendor, cause })
      return connect.connect(...which)
    },
  }
  return (
    <div className="grid gap-4">
      <p>
        {causeOf(`${vendor}_grant_dead`).explanation} {waiting > 0 && text.waits(waiting)}
      </p>
      <ConnectHint vendor={vendor} connect={connect} />
      <div className="flex justify-end">
        <ConnectButton vendor={vendor} status={status} connect={noting} />
      </div>
    </div>
  )
}

/** The choice of company; the former one is preselected if the new access includes it. */
function Company({ cause, onClose }: Omit<GrantRemedyProps, 'vendor'>) {
  const id = useId()
  const may = useMay()
  const configuration = useConfiguration()
  const companies = useCompanies(true)
  const stopped = useStopped(cause)
  const [picked, setPicked] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const saved = configuration.data
  const list = companies.data?.companies
  const former = saved ? formerCompany(saved, list) : null
  const slug = picked ?? (former && !former.gone ? former.slug : '')
  const failed = stopped.data?.jobs.length ?? 0
  const goOn = saved?.isActive ? (stopped.data?.waiting ?? 0) : 0
  const confirm = useMutation({
    mutationFn: async () => {
      const query = { cause }
      const before = await call(readStopped, { query })
      if (slug === former?.slug) await call(clearCompanySelection, {})
      else await call(saveConfiguration, { body: { fikenCompanySlug: slug } })
      const after = await call(readStopped, { query })
      const started = Math.max(0, before.waiting - after.waiting)
      const ids = before.jobs.map((job) => job.id)
      return [started > 0 ? text.queued(started) : '', ids.length > 0 ? await tryAgain(ids) : '']
    },
    onSuccess: (sentences) => {
      const description = sentences.filter(Boolean).join(' ')
      toast({ title: 'Selskapet er bekreftet', ...(description ? { description } : {}) })
      lookForSession()
      onClose()
    },
    onSettled: afterWrite(saveConfiguration),
  })
  const failure = companies.error ?? configuration.error
  if (!saved || !list) {
    const readAgain = () => {
      void companies.refetch()
      void configuration.refetch()
    }
    return (
      <NotLoaded
        failed={text.loadError}
        why={failure && errorText(failure)}
        onRetry={readAgain}
        rows={2}
      />
    )
  }
  const options = list.map((company) => ({
    value: company.slug,
    label: [
      company.name,
      company.organizationNumber && formatOrganizationNumber(company.organizationNumber),
      !company.hasApiAccess && 'mangler API-tilgang',
    ]
      .filter(Boolean)
      .join(' · '),
    disabled: !company.hasApiAccess,
  }))
  const total = goOn + failed
  const toChoose = former ? 'change_fiken_company' : 'connect_fiken'
  return (
    <form
      id={id}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (slug === '') setMissing(true)
        else if (!confirm.isPending) confirm.mutate()
      }}
    >
      {former?.gone ? (
        <Banner tone="wait" title={`${former.name} kan ikke brukes lenger`}>
          Den nye tilgangen til Fiken gjelder ikke selskapet, eller API-modulen er slått av. Et
          annet må velges, eller Fiken kobles til av en bruker som har tilgang.
        </Banner>
      ) : (
        <p>{text.companyWhy(goOn)}</p>
      )}
      <ValuesOnly when={!may(toChoose)}>
        <SelectField
          data-first
          label="Selskapet fakturaene skal til"
          options={options}
          {...(slug === '' ? { placeholder: 'Velg selskap' } : {})}
          hint={former && slug === former.slug ? 'Samme selskap som før er valgt.' : undefined}
          error={missing ? 'Velg et selskap først.' : undefined}
          value={slug}
          onChange={(event) => {
            setMissing(false)
            setPicked(event.target.value)
          }}
        />
      </ValuesOnly>
      {confirm.isError && <RemedyFailure title={text.failed} error={confirm.error} />}
      <DialogButtons>
        <Button onClick={onClose}>{words.cancel}</Button>
        {/* Confirming the former company renews the connection; any other replaces it. */}
        <May act={former && slug === former.slug ? 'renew_fiken' : toChoose} asks>
          <Button type="submit" tone="primary" pending={confirm.isPending}>
            {total > 0 ? text.confirmAndTry(total) : 'Bekreft selskapet'}
          </Button>
        </May>
      </DialogButtons>
    </form>
  )
}
