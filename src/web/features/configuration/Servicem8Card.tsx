import { useState } from 'react'
import { VENDOR_NAMES } from '#shared/access/vendor-names'
import { JOB_FETCH_TYPES } from '#shared/contracts/configuration'
import type { ConnectionStatus } from '#shared/contracts/connections'
import { formatDateTime } from '#shared/dates'
import { May, useMay } from '../../lib/access/may.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { ValuesOnly } from '../../ui/ValuesOnly.tsx'
import type { Tone } from '../../ui/StatusChip.tsx'
import { ConnectButton, ConnectHint } from '../connections/ConnectButton.tsx'
import { BUTTONS, ConnectionChip } from './ConnectionChip.tsx'
import { useDisconnectServicem8, useTestServicem8 } from './queries.ts'
import { text } from './text.ts'
import type { ConfigurationForm } from './useConfigurationForm.ts'
import type { Connect } from '../connections/useConnect.ts'
import { pick } from './configuration-state.ts'

interface Servicem8CardProps {
  form: ConfigurationForm
  connect: Connect
  status: ConnectionStatus
  /** The chip's colour while ServiceM8 is not connected. */
  missing: Tone
  account: string | null | undefined
}

export function Servicem8Card({ form, connect, status, missing, account }: Servicem8CardProps) {
  const connected = status === 'connected'
  const may = useMay()
  const test = useTestServicem8()
  const disconnect = useDisconnectServicem8()
  const [confirming, setConfirming] = useState(false)
  const expiry = form.values.servicem8TokenExpiry
  return (
    <Card
      id="servicem8"
      title={VENDOR_NAMES.servicem8}
      aside={<ConnectionChip status={status} missing={missing} />}
    >
      <div className="grid gap-4">
        {connected && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <p className="min-w-0 flex-1 text-sm font-semibold">
              {account && text.account(account)}
            </p>
            <May act="disconnect">
              <Button
                size="sm"
                className="shrink-0 whitespace-nowrap"
                pending={disconnect.isPending}
                onClick={() => setConfirming(true)}
              >
                {text.disconnectServicem8}
              </Button>
            </May>
            {expiry && (
              <p className="basis-full text-sm text-ink-2">
                {text.expires(formatDateTime(expiry))}
              </p>
            )}
          </div>
        )}
        <ConnectHint vendor="servicem8" connect={connect} />
        <div className={BUTTONS}>
          <ConnectButton vendor="servicem8" status={status} connect={connect} />
          <May act="renew_servicem8">
            <Button pending={test.isPending} onClick={() => test.mutate()}>
              {text.test}
            </Button>
          </May>
        </div>
        <ValuesOnly when={!may('configuration')}>
          <SelectField
            className="max-w-md"
            label={text.jobFetchType}
            hint={text.jobFetchHints[form.values.jobFetchType]}
            options={JOB_FETCH_TYPES.map((value) => ({ value, label: text.jobFetchTypes[value] }))}
            value={form.values.jobFetchType}
            onChange={(event) =>
              form.edit({ jobFetchType: pick(JOB_FETCH_TYPES, event.target.value) })
            }
          />
        </ValuesOnly>
      </div>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={text.confirmDisconnect}
        description={text.confirmDisconnectWhy}
        confirm={text.disconnectServicem8}
        onConfirm={() => disconnect.mutate()}
      />
    </Card>
  )
}
