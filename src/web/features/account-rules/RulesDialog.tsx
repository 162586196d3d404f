import { FlaskConical, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { MOST_RULES, type AccountRule } from '#shared/contracts/account-rules'
import { ApiError } from '../../lib/api.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useCategories, useSaveRules, useTrial } from './queries.ts'
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
import { text } from './text.ts'
import { TrialResult } from './TrialResult.tsx'

interface RulesDialogProps {
  saved: readonly AccountRule[]
  /** The company's income accounts; empty while its chart is not known. */
  accounts: readonly { code: string; name: string }[]
  onClose: () => void
}

/** The rules in their order, tried on the newest lines before they are saved together. */
export function RulesDialog({ saved, accounts, onClose }: RulesDialogProps) {
  const [rules, setRules] = useState(() => (saved.length === 0 ? withNew([]) : edited(saved)))
  /** As they were when editing began. */
  const [known] = useState(saved)
  /** Somebody else has saved in the meantime, which was said: the next save is meant. */
  const [warned, setWarned] = useState(false)
  const [checked, setChecked] = useState(false)
  const [leaving, setLeaving] = useState(false)
  /** How often something was pressed that takes whole rules, and they were not. */
  const [refused, setRefused] = useState(0)
  const list = useRef<HTMLOListElement>(null)
  const save = useSaveRules()
  const trial = useTrial()
  const categories = useCategories(rules.some(({ kind }) => kind === 'category'))
  const isEmpty = saved.length === 0 && rules.every((rule) => rule.value === '' && !rule.account)
  const unsaved = !isEmpty && !isSame(plain(rules), saved)

  const edit = (next: EditedRule[]) => {
    setRules(next)
    trial.reset()
  }
  const close = () => {
    // Asked, however often: Escape may be heard more than once.
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
    <Dialog open onOpenChange={close} title={text.title} description={text.promise} wide>
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
            {rules.length >= MOST_RULES ? text.full : text.add}
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
            title={text.unsaved}
            action={
              <span className="flex flex-wrap gap-2">
                <Button autoFocus onClick={() => setLeaving(false)}>
                  {text.keep}
                </Button>
                <Button tone="danger" onClick={onClose}>
                  {text.discard}
                </Button>
              </span>
            }
          />
        ) : (
          <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <Button onClick={close}>{text.cancel}</Button>
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
              {text.save}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}
