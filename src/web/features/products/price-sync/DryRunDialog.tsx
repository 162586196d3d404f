import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { PriceItem } from '#shared/contracts/products/price-sync'
import { errorText } from '../../../lib/api.ts'
import { MOST_SHOWN, moreText } from '../../../lib/most-shown.ts'
import { words } from '../../../ui/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { priceText } from '../amounts.ts'
import { useDryRun } from './queries.ts'
import { text } from './text.ts'

interface DryRunDialogProps {
  saving: boolean
  onTurnOn: () => void
  onClose: () => void
}

export function DryRunDialog({ saving, onTurnOn, onClose }: DryRunDialogProps) {
  const dryRun = useDryRun()
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={text.dryTitle}
      description="Ingenting er skrevet. Slår du på, gjøres det ved første kjøring."
    >
      {dryRun.error ? (
        <ErrorState
          title="Kunne ikke lese hva som ville endres"
          why={errorText(dryRun.error)}
          pending={dryRun.isFetching}
          onRetry={() => void dryRun.refetch()}
        />
      ) : dryRun.data ? (
        <>
          <div
            tabIndex={0}
            role="group"
            aria-label={text.dryTitle}
            className="grid max-h-[50dvh] grid-cols-[minmax(0,1fr)] gap-4 overflow-y-auto"
          >
            {dryRun.data.changes.length === 0 && <p>Ingen priser ville endres nå.</p>}
            <Items title={text.changes(dryRun.data.changes.length)} items={dryRun.data.changes} />
            <Items
              title={text.leftAlone(dryRun.data.leftAlone.length)}
              items={dryRun.data.leftAlone}
            />
          </div>
          <DialogButtons className="mt-5">
            <Button onClick={onClose}>{words.cancel}</Button>
            <Button tone="primary" pending={saving} onClick={onTurnOn}>
              Slå på
            </Button>
          </DialogButtons>
        </>
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Dialog>
  )
}

function Items({ title, items }: { title: string; items: readonly PriceItem[] }) {
  if (items.length === 0) return null
  const more = moreText(items.length)
  return (
    <section>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1 divide-y divide-line">
        {items.slice(0, MOST_SHOWN).map((item) => (
          <li
            key={`${item.fikenProductId}:${item.servicem8Uuid}`}
            className="flex items-baseline gap-3 py-1.5 text-sm"
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate font-semibold">{item.name}</span>
              <span className="text-ink-2">
                {[item.number, item.why ?? (item.to && VENDOR_NAMES[item.to])]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {item.why === null && (
              <span className="shrink-0 text-right tabular-nums">
                <span className="text-ink-2 line-through">{priceText(item.before)}</span>
                <span className="sr-only"> blir</span>{' '}
                <span className="block font-semibold">{priceText(item.after)}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      {more && <p className="border-t border-line py-2 text-sm text-ink-2">{more}</p>}
    </section>
  )
}
