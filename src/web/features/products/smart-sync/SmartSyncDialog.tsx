import { useState } from 'react'
import { formatCount } from '#shared/counts'
import { idOfPlanned as idOf } from '#shared/planned-write'
import { errorText } from '../../../lib/api.ts'
import { MOST_SHOWN, moreText } from '../../../lib/most-shown.ts'
import { words } from '../../../ui/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { ChangeRow } from '../ChangeRow.tsx'
import { perSystem, planFor, wantedOf, type PairOfPlan, type Shown } from './plan-state.ts'
import { usePlan } from './queries.ts'

const changes = (count: number) => (count === 1 ? '1 endring' : `${formatCount(count)} endringer`)

const text = {
  title: 'Smart Sync',
  to: {
    fiken: (count: number) => `Endres i Fiken (${formatCount(count)})`,
    servicem8: (count: number) => `Endres i ServiceM8 (${formatCount(count)})`,
  },
  what: { price: 'Pris', stock: 'Lager' },
  leftAlone: (count: number) => `Ikke endret (${formatCount(count)})`,
  why: {
    unknown: 'Vi vet ikke hvilken side som er nyest.',
    missing: 'Prisen mangler eller er 0.',
    on_draft: 'Står på et utkast som ikke er fakturert. Fiken trekker antallet når det faktureres.',
    large_change: 'Endringen er over 50 %. Oppdater prisen på raden.',
  },
  later: (count: number) =>
    `${formatCount(count)} til er ikke vist, og skrives ikke nå. Kjør Smart Sync igjen etterpå.`,
  run: (count: number) => `Gjør ${changes(count)}`,
} as const

interface SmartSyncDialogProps {
  pair: PairOfPlan | null
  running: boolean
  onRun: (wanted: ReturnType<typeof wantedOf>) => void
  onClose: () => void
}

export function SmartSyncDialog({ pair, running, onRun, onClose }: SmartSyncDialogProps) {
  const plan = usePlan()
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={text.title}
      description={
        pair === null
          ? 'Den eldste siden oppdateres fra den nyeste. Ingenting skrives før du sier ja.'
          : `Den eldste siden av «${pair.name}» oppdateres fra den nyeste. Ingenting skrives før du sier ja.`
      }
    >
      {plan.error ? (
        <ErrorState
          title="Kunne ikke lese hva som vil endres"
          why={errorText(plan.error)}
          pending={plan.isFetching}
          onRetry={() => void plan.refetch()}
        />
      ) : plan.data ? (
        <Writes plan={planFor(plan.data, pair)} running={running} onRun={onRun} onClose={onClose} />
      ) : (
        <SkeletonRows rows={4} label="Leser hva som vil endres" />
      )}
    </Dialog>
  )
}

type WritesProps = Omit<SmartSyncDialogProps, 'pair'> & { plan: Shown }

function Writes({ plan, running, onRun, onClose }: WritesProps) {
  const { writes, later, leftAlone } = plan
  const more = moreText(leftAlone.length)
  const [out, setOut] = useState<ReadonlySet<string>>(new Set())
  const count = writes.length - out.size
  const include = (id: string, now: boolean) =>
    setOut((known) => {
      const next = new Set(known)
      if (now) next.delete(id)
      else next.add(id)
      return next
    })
  return (
    <>
      <div
        tabIndex={0}
        role="group"
        aria-label={text.title}
        className="grid max-h-[50dvh] grid-cols-[minmax(0,1fr)] gap-4 overflow-y-auto"
      >
        {writes.length === 0 && <p>Det er ingenting å endre nå.</p>}
        {writes.some(({ by }) => by === 'date') && (
          <p className="text-sm text-ink-2">
            Rader merket «etter dato» avgjøres bare av når siden sist ble endret. Fjern merket ved
            dem som ikke skal endres.
          </p>
        )}
        {perSystem(writes).map((group) => (
          <section key={group.to}>
            <h3 className="font-semibold">{text.to[group.to](group.writes.length)}</h3>
            <ul className="mt-1 divide-y divide-line">
              {group.writes.map((write) => (
                <ChangeRow
                  key={idOf(write)}
                  change={write}
                  what={text.what[write.what]}
                  label={`${text.what[write.what]} for ${write.name}`}
                  doubt={write.by === 'date' ? 'etter dato' : null}
                  becomes="blir"
                  included={!out.has(idOf(write))}
                  onInclude={(now) => include(idOf(write), now)}
                />
              ))}
            </ul>
          </section>
        ))}
        {leftAlone.length > 0 && (
          <section>
            <h3 className="font-semibold">{text.leftAlone(leftAlone.length)}</h3>
            <ul className="mt-1 divide-y divide-line">
              {leftAlone.slice(0, MOST_SHOWN).map((one) => (
                <li key={idOf(one)} className="py-2 text-sm">
                  <span className="font-semibold">{one.name}</span>{' '}
                  <span className="text-ink-2">
                    {one.number} · {text.what[one.what]}
                  </span>
                  <span className="block text-ink-2">{text.why[one.why]}</span>
                </li>
              ))}
            </ul>
            {more && <p className="border-t border-line py-2 text-sm text-ink-2">{more}</p>}
          </section>
        )}
      </div>
      {later > 0 && <p className="mt-3 text-sm text-ink-2">{text.later(later)}</p>}
      <DialogButtons className="mt-5">
        <Button onClick={onClose}>{writes.length === 0 ? words.close : words.cancel}</Button>
        {writes.length > 0 && (
          <Button
            tone="primary"
            disabled={count === 0}
            pending={running}
            onClick={() => onRun(wantedOf(plan, out))}
          >
            {text.run(count)}
          </Button>
        )}
      </DialogButtons>
    </>
  )
}
