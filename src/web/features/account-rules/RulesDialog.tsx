import { FlaskConical, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { MOST_RULES, type AccountRule, type RuleTrial } from '#shared/contracts/account-rules'
import { ApiError } from '../../lib/api.ts'
import { words } from '../../ui/words.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogButtons } from '../../ui/Dialog.tsx'
import { useCategories, useSaveRules, useTrial } from './queries.ts'
import { useKeepEdit } from '../kept-edits/kept-edit.ts'
import { RuleFields } from './RuleFields.tsx'
import {
  changed,
  edited,
  errorsOf,
  isSame,
  isWhole,
  moved,
  plain,
  without,
  withNew,
  type EditedRule,
} from './rules-state.ts'
import { KEPT_RULES, keptRules, type RulesEdit } from './kept-rules.ts'
import { text } from './text.ts'

interface RulesDialogProps {
  saved: readonly AccountRule[]
  accounts: readonly { code: string; name: string }[]
  onClose: () => void
}

export function RulesDialog({ saved, accounts, onClose }: RulesDialogProps) {
  const [begun] = useState(keptRules)
  const [rules, setRules] = useState(
    () => begun?.rules ?? (saved.length === 0 ? withNew([]) : edited(saved)),
  )
  const [known] = useState(begun?.known ?? saved)
  /** True once the user knows that the next save overwrites rules changed in another window. */
  const [warned, setWarned] = useState(false)
  const [checked, setChecked] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const [refused, setRefused] = useState(0)
  const list = useRef<HTMLOListElement>(null)
  const save = useSaveRules()
  const trial = useTrial()
  const categories = useCategories(rules.some(({ kind }) => kind === 'category'))
  const isEmpty = saved.length === 0 && rules.every((rule) => rule.value === '' && !rule.account)
  const unsaved = !isEmpty && !isSame(plain(rules), saved)

  useKeepEdit<RulesEdit>(KEPT_RULES, unsaved ? { rules, known } : null)

  const edit = (next: EditedRule[]) => {
    setRules(next)
    trial.reset()
  }
  const close = () => {
    // Sets the state instead of toggling it, because the handler can run twice for one Escape.
    if (unsaved) setLeaving(true)
    else onClose()
  }
  const whenWhole = (act: (rules: AccountRule[]) => void) => () => {
    setChecked(true)
    if (isWhole(rules)) act(plain(rules))
    else setRefused(refused + 1)
  }
  useEffect(() => {
    if (refused > 0) list.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refused])
  return (
    <Dialog
      open
      onOpenChange={close}
      title={text.title}
      description="MVA-en endres aldri: tar kontoen ikke linjens MVA-type, hoppes regelen over. Utkast som er laget, blir som de er."
      wide
    >
      <div className="grid gap-4">
        <ol ref={list} className="grid gap-3">
          {rules.map((rule, index) => (
            <li key={rule.key}>
              <RuleFields
                rule={rule}
                number={index + 1}
                isFirst={index === 0}
                isLast={index === rules.length - 1}
                accounts={accounts}
                categories={categories}
                errors={checked ? errorsOf(rules, index) : {}}
                onChange={(change) => edit(changed(rules, rule.key, change))}
                onMove={(by) => edit(moved(rules, rule.key, by))}
                onRemove={() => edit(without(rules, rule.key))}
              />
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<Plus aria-hidden className="size-4" />}
            disabled={rules.length >= MOST_RULES}
            onClick={() => {
              setChecked(false)
              edit(withNew(rules))
            }}
          >
            {rules.length >= MOST_RULES ? text.full : 'Legg til regel'}
          </Button>
          <Button
            icon={<FlaskConical aria-hidden className="size-4" />}
            pending={trial.isPending}
            onClick={whenWhole((whole) => trial.mutate(whole))}
          >
            {text.trial}
          </Button>
        </div>
        {trial.data && <TrialResult trial={trial.data} />}
        {leaving && unsaved ? (
          <Banner
            tone="wait"
            live
            title="Reglene er endret, og ikke lagret"
            action={
              <span className="flex flex-wrap gap-2">
                <Button autoFocus onClick={() => setLeaving(false)}>
                  Fortsett å redigere
                </Button>
                <Button tone="danger" onClick={onClose}>
                  Forkast endringene
                </Button>
              </span>
            }
          />
        ) : (
          <DialogButtons>
            <Button onClick={close}>{words.cancel}</Button>
            <Button
              tone="primary"
              pending={save.isPending}
              onClick={whenWhole((whole) =>
                save.mutate(
                  { rules: whole, known: plain(edited(warned ? saved : known)) },
                  {
                    onSuccess: onClose,
                    onError: (error) =>
                      setWarned(error instanceof ApiError && error.code === 'changed_elsewhere'),
                  },
                ),
              )}
            >
              Lagre regler
            </Button>
          </DialogButtons>
        )}
      </div>
    </Dialog>
  )
}

function TrialResult({ trial: { lines, changed, rows } }: { trial: RuleTrial }) {
  if (lines === 0)
    return (
      <Banner
        tone="info"
        live
        title="Ingen linjer er hentet ennå, så det er ingenting å prøve reglene på."
      />
    )
  return (
    <section aria-label={text.changed(changed)} className="grid gap-2">
      <Banner tone="info" live title={text.changed(changed)}>
        {text.changedOf(lines)}
      </Banner>
      {rows.length > 0 && (
        <ul
          // Focusable, so that the list can be scrolled with the keyboard.
          tabIndex={0}
          className="max-h-56 divide-y divide-line overflow-y-auto rounded-control border border-line"
        >
          {rows.map((row, index) => (
            <li
              key={index}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-3 py-2 text-sm"
            >
              <span className="min-w-0 break-words">
                <span className="text-ink-2">{`Jobb #${row.jobNumber}`}</span> {row.text}
              </span>
              <span className="font-semibold tabular-nums">
                <span aria-hidden>{`${row.from} → ${row.to}`}</span>
                <span className="sr-only">{`fra konto ${row.from} til ${row.to}`}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
