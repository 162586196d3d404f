import { lazy, Suspense, useState } from 'react'
import { whenText } from '#shared/dates'
import { errorText } from '../../../lib/api.ts'
import { useMay } from '../../../lib/access/may.tsx'
import { useNow } from '../../../lib/time.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { ValuesOnly } from '../../../ui/ValuesOnly.tsx'
import { SwitchField } from '../../../ui/SwitchField.tsx'
import type { FollowedTasks } from '../../tasks/followed-tasks.ts'
import { useSavePriceSync, type usePriceSync } from './queries.ts'
import { chosenInterval, INTERVAL_OPTIONS } from './settings-state.ts'
import { text } from './text.ts'

const DryRunDialog = lazy(() =>
  import('./DryRunDialog.tsx').then((part) => ({ default: part.DryRunDialog })),
)
const RunsDialog = lazy(() =>
  import('./RunsDialog.tsx').then((part) => ({ default: part.RunsDialog })),
)

const MINUTE_MS = 60_000

interface PriceSyncCardProps {
  settings: ReturnType<typeof usePriceSync>
  followed: FollowedTasks
}

/** A card for the price sync, which the user can switch on after seeing its first changes. */
export function PriceSyncCard({
  settings: { data, error, refetch },
  followed,
}: PriceSyncCardProps) {
  const now = useNow(MINUTE_MS)
  const save = useSavePriceSync()
  const may = useMay()
  const [picked, setPicked] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const [open, setOpen] = useState<'dry run' | 'runs' | null>(null)
  if (!data)
    return error ? (
      <Card title={text.title} flush className="mt-4">
        <ErrorState
          title="Kunne ikke hente innstillingene"
          why={errorText(error)}
          onRetry={() => void refetch()}
        />
      </Card>
    ) : null
  const interval = picked ?? chosenInterval(data)
  const when = (at: string | null, never: string) => (at === null ? never : whenText(at, now))
  const toggle = (on: boolean) => {
    if (!on) return save.mutate({ enabled: false })
    if (interval === '') return setMissing(true)
    setOpen('dry run')
  }
  const choose = (value: string) => {
    setMissing(false)
    setPicked(value)
    if (value === '') return
    if (data.enabled)
      save.mutate({ intervalMinutes: Number(value) }, { onSettled: () => setPicked(null) })
  }
  return (
    <Card
      title={text.title}
      intro="Når den er på, skrives den nyeste prisen til det andre systemet av seg selv."
      className="mt-4"
      aside={
        <Button size="sm" onClick={() => setOpen('runs')}>
          {text.runs}
        </Button>
      }
    >
      <div className="grid items-start gap-x-8 gap-y-3 lg:grid-cols-[minmax(0,1fr)_14rem]">
        <ValuesOnly when={!may('products')}>
          <SwitchField
            label="Hold prisene like"
            hint={data.message}
            checked={data.enabled}
            disabled={save.isPending}
            onCheckedChange={toggle}
          />
          <SelectField
            label="Hvor ofte"
            {...(chosenInterval(data) === '' ? { placeholder: 'Velg hvor ofte' } : {})}
            options={INTERVAL_OPTIONS}
            value={interval}
            error={missing ? 'Velg daglig, ukentlig eller månedlig først.' : undefined}
            disabled={save.isPending}
            onChange={({ target }) => choose(target.value)}
          />
        </ValuesOnly>
      </div>
      <p className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-2">
        <span>Sist kjørt: {when(data.lastSync, 'Aldri')}</span>
        <span>Neste: {when(data.enabled ? data.nextSync : null, 'Ikke planlagt')}</span>
      </p>
      <Suspense>
        {open === 'dry run' && (
          <DryRunDialog
            saving={save.isPending}
            onClose={() => setOpen(null)}
            onTurnOn={() =>
              save.mutate(
                { enabled: true, intervalMinutes: Number(interval) },
                {
                  onSuccess: () => {
                    setPicked(null)
                    setOpen(null)
                  },
                },
              )
            }
          />
        )}
        {open === 'runs' && <RunsDialog followed={followed} onClose={() => setOpen(null)} />}
      </Suspense>
    </Card>
  )
}
