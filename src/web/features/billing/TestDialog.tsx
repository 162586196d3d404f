import type { BillingTest } from '#shared/contracts/billing'
import { words } from '../../ui/words.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { text } from './text.ts'

export function TestDialog({
  results,
  onClose,
}: {
  results: BillingTest['testResults']
  onClose: () => void
}) {
  const isComplete = results.billingSettings === 'present'
  const numbers = [
    [text.testActive, String(results.activeSubscriptions)],
    [text.testSum, text.kroner(results.sum)],
    [text.testDue, String(results.dueNow)],
  ] as const
  return (
    <Dialog open onOpenChange={onClose} title={text.testTitle} description={text.testWhy}>
      {results.obstacle && <Banner tone="wait" className="mb-4" title={results.obstacle} />}
      <dl className="grid gap-3">
        {numbers.map(([term, value]) => (
          <div key={term} className="flex items-baseline justify-between gap-4">
            <dt className="text-ink-2">{term}</dt>
            <dd className="font-semibold whitespace-nowrap tabular-nums">{value}</dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-4">
          <dt className="text-ink-2">{text.testSettings}</dt>
          <dd>
            <StatusChip tone={isComplete ? 'ok' : 'bad'}>
              {isComplete ? text.present : text.missing}
            </StatusChip>
          </dd>
        </div>
        {results.missing.length > 0 && (
          <div>
            <dt className="sr-only">{text.missing}</dt>
            <dd>
              <ul className="list-disc pl-5 text-sm">
                {results.missing.map((each) => (
                  <li key={each}>{each}</li>
                ))}
              </ul>
            </dd>
          </div>
        )}
        <div>
          <dt className="text-ink-2">
            {results.incomplete.length === 0 ? text.testNamed : text.testIncomplete}
          </dt>
          <dd className="mt-1 text-sm">
            {results.incomplete.length === 0 ? (
              text.testComplete
            ) : (
              <ul className="grid max-h-40 list-disc gap-1 overflow-y-auto pl-5">
                {results.incomplete.map(({ userId, name, missing }) => (
                  <li key={userId} className="break-words">
                    {text.lacks(name, missing)}
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </div>
      </dl>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>{words.close}</Button>
      </div>
    </Dialog>
  )
}
