import { ArrowRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { AnswerOf } from '#shared/contract'
import type { readAccountRules } from '#shared/contracts/account-rules'
import { errorText } from '../../lib/api.ts'
import { May } from '../../lib/access/may.tsx'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { useAccountRules } from './queries.ts'
import { keptRules } from './kept-rules.ts'
import { aboutText, text } from './text.ts'

const RulesDialog = lazy(() =>
  import('./RulesDialog.tsx').then((part) => ({ default: part.RulesDialog })),
)

export function AccountRulesCard({ enabled }: { enabled: boolean }) {
  const { data, error, refetch, isFetching } = useAccountRules(enabled)
  const [open, setOpen] = useState(() => keptRules() !== null)
  return (
    <Card
      id="kontoregler"
      title={text.title}
      intro="Gir noen linjer en annen konto enn MVA-tabellen. Den første regelen som passer, gjelder."
      flush
      aside={
        <May act="account_rules">
          <Button disabled={!data} onClick={() => setOpen(true)}>
            {data?.rules.length ? 'Endre kontoregler' : 'Lag kontoregler'}
          </Button>
        </May>
      }
    >
      {!enabled ? (
        <p className="px-4 py-4 text-sm text-ink-2 sm:px-5">
          Kontoreglene vises når selskapet i Fiken er valgt.
        </p>
      ) : data ? (
        <RuleList rules={data.rules} />
      ) : (
        <NotLoaded
          failed="Kunne ikke laste kontoreglene"
          why={error && errorText(error)}
          pending={isFetching}
          onRetry={() => void refetch()}
          rows={2}
          loading="Laster kontoregler …"
        />
      )}
      {open && data && (
        <Suspense>
          <RulesDialog saved={data.rules} accounts={data.accounts} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}

function RuleList({ rules }: { rules: AnswerOf<typeof readAccountRules>['rules'] }) {
  if (rules.length === 0) return <p className="px-4 py-4 text-sm text-ink-2 sm:px-5">{text.none}</p>
  return (
    <ol className="divide-y divide-line">
      {rules.map((rule, index) => (
        <li
          key={`${rule.kind}-${rule.value}`}
          className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-2.5 sm:px-5"
        >
          <span className="text-ink-2 tabular-nums">{index + 1}.</span>
          <span className="min-w-0 break-words">{aboutText(rule)}</span>
          <span className="inline-flex items-baseline gap-1.5 font-semibold tabular-nums">
            <ArrowRight aria-hidden className="size-3.5 self-center text-ink-2" />
            <span className="sr-only">{text.account}</span>
            {rule.account}
          </span>
          {rule.problem && <span className="basis-full text-sm text-bad">{rule.problem}</span>}
        </li>
      ))}
    </ol>
  )
}
