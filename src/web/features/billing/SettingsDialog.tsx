import { useDeferredValue, useState, type SubmitEvent } from 'react'
import { Link } from 'react-router'
import { subscriptionSettingsForm } from '#shared/forms/billing'
import type { SettingsEffect, SubscriptionSettings } from '#shared/contracts/billing'
import { keptEdit, useKeepEdit } from '../kept-edits/kept-edit.ts'
import { useSession } from '../../lib/session.ts'
import { words } from '../../ui/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogButtons } from '../../ui/Dialog.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { useCompanies, useEffectOf, useSave } from './queries.ts'
import {
  companyOptions,
  companyTrouble,
  countedAsZero,
  formOf,
  senderToConnect,
  typedOf,
  type Typed,
} from './settings-state.ts'
import { effectSentences, priceSentences, text } from './text.ts'

const KEPT = 'billing'
/** Returns the edit that the session's end interrupted, which opens the dialog again. */
export const keptSettings = () => keptEdit<Partial<Typed>>(KEPT)

export function SettingsDialog({
  settings,
  onClose,
}: {
  settings: SubscriptionSettings
  onClose: () => void
}) {
  // Holds only edited fields, because a company that was just saved might not be in the settings yet.
  const [edits, setEdits] = useState<Partial<Typed>>(() => keptSettings() ?? {})
  useKeepEdit(KEPT, Object.keys(edits).length > 0 ? edits : null)
  const typed: Typed = { ...typedOf(settings), ...edits }
  const [confirmed, setConfirmed] = useState(false)
  const edit = (change: Partial<Typed>) => {
    setConfirmed(false)
    setEdits((before) => ({ ...before, ...change }))
  }
  const form = formOf(typed)
  const checked = subscriptionSettingsForm.safeParse(form)
  const errors = new Map(
    checked.error?.issues.map(({ path, message }) => [String(path[0]), message]),
  )
  const effect = useEffectOf(useDeferredValue(checked.success ? checked.data : null))
  const asks = effect.data?.asks ?? []
  const save = useSave(onClose)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (checked.success) save.mutate({ ...checked.data, confirmed })
  }
  return (
    <Dialog open onOpenChange={onClose} wide title={text.settings} description={text.settingsWhy}>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <SwitchField
          first
          label={text.billingEnabled}
          hint={text.billingEnabledHint}
          checked={typed.billingEnabled}
          onCheckedChange={(billingEnabled) => edit({ billingEnabled })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={text.monthlyPrice}
            inputMode="numeric"
            value={typed.monthlyPrice}
            error={errors.get('monthlyPrice')}
            onChange={(event) => edit({ monthlyPrice: event.target.value })}
          />
          <TextField
            label={text.productName}
            value={typed.productName}
            error={errors.get('productName')}
            onChange={(event) => edit({ productName: event.target.value })}
          />
        </div>
        <TextField
          label={text.productDescription}
          value={typed.productDescription}
          error={errors.get('productDescription')}
          onChange={(event) => edit({ productDescription: event.target.value })}
        />
        <CompanyChoice
          slug={typed.adminFikenCompanySlug}
          saved={settings}
          onChoose={(adminFikenCompanySlug) => edit({ adminFikenCompanySlug })}
        />
        <Effect
          price={
            checked.success
              ? priceSentences(
                  settings.monthlyPrice,
                  checked.data.monthlyPrice,
                  countedAsZero(typed.monthlyPrice),
                )
              : []
          }
          effect={checked.success ? effect.data : undefined}
          failed={effect.isError}
        />
        {asks.length > 0 && (
          <div className="rounded-control bg-wait-soft px-3 py-1">
            <SwitchField
              label={text.confirmPrice}
              hint={text.whyConfirm[asks[0] ?? 'zero_price']}
              checked={confirmed}
              onCheckedChange={setConfirmed}
            />
          </div>
        )}
        <DialogButtons>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            type="submit"
            tone="primary"
            pending={save.isPending}
            disabled={!checked.success || effect.isLoading || (asks.length > 0 && !confirmed)}
          >
            {words.save}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

function CompanyChoice({
  slug,
  saved,
  onChoose,
}: {
  slug: string | null
  saved: SubscriptionSettings
  onChoose: (slug: string | null) => void
}) {
  const { data, error, isFetching } = useCompanies()
  const session = useSession()
  const readerId = session.state === 'user' ? session.user.id : null
  const companies = data?.companies ?? []
  const trouble = companyTrouble(error, data?.companies)
  return (
    <SelectField
      label={text.company}
      value={slug ?? ''}
      placeholder={data || error ? text.chooseCompany : text.companiesLoading}
      disabled={isFetching && !data}
      options={companyOptions(companies, slug, saved)}
      error={
        trouble === 'failed'
          ? text.companiesFailed
          : trouble === 'none'
            ? text.noCompanies
            : undefined
      }
      hint={
        trouble && (
          <>
            {trouble === 'unconnected' && `${text.connectFirst(senderToConnect(saved, readerId))} `}
            <Link className="prose-link" to="/configuration#fiken">
              {text.toConfiguration}
            </Link>
          </>
        )
      }
      onChange={(event) => onChoose(event.target.value || null)}
    />
  )
}

/** Shows the consequences of a change; space is reserved while the server computes them. */
function Effect({
  price,
  effect,
  failed,
}: {
  price: readonly string[]
  effect: SettingsEffect | undefined
  failed: boolean
}) {
  const sentences = effect && effectSentences(effect)
  return (
    <section aria-live="polite" className="min-h-24 rounded-control bg-surface-2 p-3 text-sm">
      <h3 className="font-semibold">{text.leadsTo}</h3>
      {failed && <p>{text.effectFailed}</p>}
      {sentences && (
        <ul className="mt-1 grid gap-1">
          {[...price, ...(sentences.length > 0 ? sentences : [text.leadsToNothing])].map(
            (sentence) => (
              <li key={sentence}>{sentence}</li>
            ),
          )}
        </ul>
      )}
    </section>
  )
}
