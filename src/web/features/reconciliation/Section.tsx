import { useState } from 'react'
import { MOST_ITEMS } from '#shared/contracts/tasks'
import { formatKroner } from '#shared/money'
import { useMay } from '../../lib/access/may.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { DiscrepancyRow } from './DiscrepancyRow.tsx'
import type { Fixes } from './queries.ts'
import { actForAll, type Places } from './buttons-state.ts'
import { FOLDED, type Group, type Section as Rows } from './reconciliation-state.ts'
import { text } from './text.ts'

interface SectionProps {
  section: Rows
  places: Places | undefined
  fixes: Fixes
  leading: string | null
}

export function Section({ section, places, fixes, leading }: SectionProps) {
  const folds = FOLDED.has(section.state)
  const [open, setOpen] = useState(!folds)
  return (
    <section aria-labelledby={`avstemming-${section.state}`} className="grid gap-3">
      <div className="mt-2 flex items-center justify-between gap-3">
        <h2
          id={`avstemming-${section.state}`}
          className="flex items-center gap-2 text-lg font-semibold tracking-tight"
        >
          {text.sections[section.state]} <Badge>{section.count}</Badge>
        </h2>
        {folds && (
          <Button size="sm" tone="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Skjul' : text.showLeftOut(section.count)}
          </Button>
        )}
      </div>
      {open &&
        section.groups.map((group) => (
          <DiscrepancyGroup
            key={group.key}
            group={group}
            places={places}
            fixes={fixes}
            leads={group.key === leading}
          />
        ))}
    </section>
  )
}

/** Number of rows per group shown before "Vis alle", about one screenful. */
const FEW = 8

function DiscrepancyGroup({
  group,
  places,
  fixes,
  leads,
}: {
  group: Group
  places: Places | undefined
  fixes: Fixes
  leads: boolean
}) {
  const [all, setAll] = useState(false)
  const forAll = actForAll(group.rows, places)
  const may = useMay()
  const shown = all ? group.rows : group.rows.slice(0, FEW)
  return (
    <Card
      flush
      title={
        <>
          {group.title}{' '}
          <span className="font-normal text-ink-2 tabular-nums">
            ({text.jobs(group.rows.length)}, {formatKroner(group.total)})
          </span>
        </>
      }
      aside={
        forAll &&
        may('reconciliation') && (
          <Button
            tone={leads ? 'primary' : 'secondary'}
            className="max-sm:w-full"
            disabled={fixes.isFixingMany || fixes.busy.size > 0}
            onClick={() => fixes.many(forAll.act, forAll.rows)}
          >
            {`${forAll.label} (${Math.min(forAll.rows.length, MOST_ITEMS)})`}
          </Button>
        )
      }
    >
      <p className="border-b border-line px-4 py-2.5 text-sm text-ink-2 sm:px-5">
        {group.explanation}
      </p>
      <ul aria-label={group.title} className="divide-y divide-line">
        {shown.map((row) => (
          <DiscrepancyRow
            key={row.jobUuid}
            row={row}
            places={places}
            fixes={fixes}
            quiet={forAll !== null || !leads}
          />
        ))}
      </ul>
      {group.rows.length > FEW && (
        <div className="border-t border-line px-2 py-1.5 sm:px-3">
          <Button size="sm" tone="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Vis færre' : `Vis alle ${group.rows.length}`}
          </Button>
        </div>
      )}
    </Card>
  )
}
