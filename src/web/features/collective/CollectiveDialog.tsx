import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import type { CollectiveChoiceShown } from '#shared/contracts/collective'
import { today } from '#shared/dates'
import { errorText } from '../../lib/api.ts'
import { useNow } from '../../lib/time.ts'
import { words } from '../../ui/words.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog, DialogFoot } from '../../ui/Dialog.tsx'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { keptEdit, useKeepEdit } from '../kept-edits/kept-edit.ts'
import { draftOf, followsOf, isSame, timeOf, type Draft } from './choice-state.ts'
import { useCollective } from './list-query.ts'
import { isLateInMonth } from './collective-state.ts'
import { useChoose, useIsActive } from './queries.ts'
import { text } from './text.ts'

export interface Billed {
  uuid: string
  name: string
}

interface CollectiveDialogProps {
  client: Billed
  /** The name of the site that the dialog was opened from; `client` is then the head office. */
  site?: string | undefined
  onClose: () => void
}

export function CollectiveDialog({ client, site, onClose }: CollectiveDialogProps) {
  const { data, error, isFetching, refetch } = useCollective()
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={text.title}
      description={
        <>
          <span className="line-clamp-2 wrap-anywhere">{client.name}</span>
          {site !== undefined && (
            <span className="line-clamp-2 text-sm wrap-anywhere">{`Gjelder også filialen ${site}.`}</span>
          )}
        </>
      }
    >
      {data ? (
        <ChoiceForm
          client={client}
          choice={data.find(({ clientUuid }) => clientUuid === client.uuid) ?? null}
          onClose={onClose}
        />
      ) : (
        <NotLoaded
          why={error && errorText(error)}
          pending={isFetching}
          onRetry={() => void refetch()}
          rows={4}
          loading={words.loading}
          failed={text.loadError}
        />
      )}
    </Dialog>
  )
}

const EVERY = ['off', 'month', 'week', 'hand'] as const
const DAYS = Array.from({ length: 31 }, (_, index) => ({
  value: String(index + 1),
  label: text.dayName(index + 1),
}))
const WEEKDAYS = text.weekdays.map((label, index) => ({ value: String(index + 1), label }))
const A_MINUTE = 60_000

function ChoiceForm({
  client,
  choice,
  onClose,
}: Omit<CollectiveDialogProps, 'site'> & { choice: CollectiveChoiceShown | null }) {
  const kept = `collective ${client.uuid}`
  const [draft, setDraft] = useState(() => keptEdit<Draft>(kept) ?? draftOf(choice))
  useKeepEdit(kept, isSame(draft, choice) ? null : draft)
  const save = useChoose()
  const now = useNow(A_MINUTE)
  const isActive = useIsActive()
  const name = useId()
  const form = useRef<HTMLFormElement>(null)
  // Moves the focus again, because the dialog can open before the customer's choice was
  // loaded.
  useEffect(() => {
    const isOpen = form.current?.closest('[role=dialog]')?.contains(document.activeElement)
    if (isOpen) form.current?.querySelector<HTMLElement>('[type=radio]:checked')?.focus()
  }, [])
  const put = (change: Partial<Draft>) => setDraft((known) => ({ ...known, ...change }))
  const time = timeOf(draft)
  const released = time ? 0 : (choice?.jobs ?? 0)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // Without this, React would also submit the form that the dialog was opened from.
    event.stopPropagation()
    if (save.isPending) return
    // Saving an unchanged choice would move a due draft to the next date.
    if (isSame(draft, choice)) return onClose()
    const { byPurchaseOrder } = draft
    save.mutate({ clientUuid: client.uuid, time, byPurchaseOrder }, { onSuccess: onClose })
  }
  return (
    <form ref={form} onSubmit={submit} className="grid gap-4">
      <fieldset className="min-w-0">
        <legend className="mb-2 font-semibold">Når skal samlefakturaen lages?</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {EVERY.map((every) => (
            <label
              key={every}
              className={cx(
                'flex cursor-pointer gap-3 rounded-control border bg-surface p-3 transition-colors',
                draft.every === every ? 'border-brand' : 'border-line-strong hover:border-ink-2',
              )}
            >
              <input
                type="radio"
                name={name}
                value={every}
                checked={draft.every === every}
                data-first={draft.every === every || undefined}
                onChange={() => put({ every })}
                className="mt-1 size-4 shrink-0 accent-brand"
              />
              <span className="min-w-0">
                <span className="block font-semibold">{text.choices[every].name}</span>
                <span className="block text-sm text-ink-2 max-sm:hidden">
                  {text.choices[every].means}
                </span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {draft.every === 'month' && (
        <SelectField
          label="Dag i måneden"
          className="sm:w-1/2 sm:pr-1"
          options={DAYS}
          hint={isLateInMonth(draft.day) ? 'I februar: siste dag.' : undefined}
          value={String(draft.day)}
          onChange={({ target }) => put({ day: Number(target.value) })}
        />
      )}
      {draft.every === 'week' && (
        <SelectField
          label="Ukedag"
          className="sm:w-1/2 sm:pr-1"
          options={WEEKDAYS}
          value={String(draft.weekday)}
          onChange={({ target }) => put({ weekday: Number(target.value) })}
        />
      )}
      {time && (
        <PurchaseOrderField
          checked={draft.byPurchaseOrder}
          onChange={(byPurchaseOrder) => put({ byPurchaseOrder })}
        />
      )}
      <p
        role="status"
        className={cx(
          'rounded-control px-3 py-2 text-sm',
          released > 0 ? 'bg-wait-soft' : 'bg-surface-2',
        )}
      >
        {followsOf(draft, { choice, today: today(now), isActive })}
      </p>
      {save.isError && (
        <Banner tone="bad" live title="Valget ble ikke lagret">
          {errorText(save.error)}
        </Banner>
      )}
      <DialogFoot>
        <Button className="max-sm:hidden" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" tone="primary" pending={save.isPending}>
          {released > 0 ? text.endWith(released) : words.save}
        </Button>
      </DialogFoot>
    </form>
  )
}

/** A checkbox whose label covers the whole field, so that the user can press anywhere. */
function PurchaseOrderField({
  checked,
  onChange,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <label className="flex min-h-11 items-start gap-3 text-sm">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        aria-labelledby={id}
        aria-describedby={`${id}-why`}
        className="mt-0.5 size-5 shrink-0 accent-brand"
      />
      <span className="grid min-w-0 gap-0.5">
        <span id={id} className="font-semibold">
          Ett utkast for hvert PO-nummer
        </span>
        <span id={`${id}-why`} className="text-ink-2">
          {text.byPurchaseOrderWhy[checked ? 'on' : 'off']}
        </span>
      </span>
    </label>
  )
}
