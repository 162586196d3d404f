import type { Operations, VendorState } from '#shared/contracts/operations'
import { dateOf, formatClock, whenText } from '#shared/dates'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx'
import { canResume } from './attention.ts'
import { Command } from './Command.tsx'
import type { OperationActs } from './queries.ts'
import { text } from './text.ts'

interface VendorCardProps {
  vendor: VendorState
  operations: Operations
  resume: OperationActs['resume']
}

/** How ServiceM8 or Fiken answers us, over all users. */
export function VendorCard({ vendor: state, operations, resume }: VendorCardProps) {
  const { vendor, connected, expired, refusals, paused, firstTryAt, lastTryAt } = state
  const now = new Date(operations.readAt)
  const chip = stateOf(state)
  return (
    <Card
      id={vendor}
      title={text.vendors[vendor]}
      aside={<StatusChip tone={chip.tone}>{chip.word}</StatusChip>}
    >
      <div className="grid grid-cols-1 gap-4">
        {refusals.map(({ reason, ours, grants }) =>
          ours ? (
            <Banner key={reason} tone="bad" title={text.refusedOurs(vendor, reason)}>
              <p>{text.refusedOursWhy(grants)}</p>
              <ul className="mt-1">
                {text.credentials[vendor].map((name) => (
                  <li key={name}>
                    <code>{name}</code>
                  </li>
                ))}
              </ul>
              <Command>{text.commands.start}</Command>
            </Banner>
          ) : (
            <Banner key={reason} tone="wait" title={text.refused(vendor, reason, grants)}>
              {text.refusedWhy}
            </Banner>
          ),
        )}
        <Facts
          facts={[
            [text.connected, text.users(connected)],
            [text.expired, expired === 0 ? text.none : text.users(expired)],
            [
              text.paused,
              paused === 0
                ? text.none
                : [
                    text.lanes(state),
                    ...(firstTryAt && lastTryAt
                      ? [
                          text.tries(
                            whenText(firstTryAt, now),
                            untilText(firstTryAt, lastTryAt, now),
                          ),
                        ]
                      : []),
                  ].join(', '),
            ],
            [text.waitingFor, text.waitingOf(state)],
            [text.heard, state.heardAt === null ? text.never : whenText(state.heardAt, now)],
          ]}
        />
        {canResume(state) && (
          <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
            <p className="min-w-48 flex-1 text-sm text-ink-2">{text.resumeWhy(vendor)}</p>
            <Button
              tone="primary"
              aria-label={text.resumeLabel(vendor)}
              pending={resume.isBusy(vendor)}
              onClick={() => resume.mutate(vendor)}
            >
              {text.resume}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

/** The last of two instants: of the same day only its clock. */
function untilText(first: string, last: string, now: Date): string {
  const isSameMinute = whenText(first, now) === whenText(last, now)
  return dateOf(first) === dateOf(last) && !isSameMinute ? formatClock(last) : whenText(last, now)
}

function stateOf({ connected, refusals, paused, waiting, newJobs, bills }: VendorState): {
  tone: Tone
  word: string
} {
  const words = text.vendorStates
  if (refusals.some(({ ours }) => ours)) return { tone: 'bad', word: words.refused }
  if (paused > 0) return { tone: 'wait', word: words.paused }
  if (refusals.length > 0) return { tone: 'wait', word: words.others }
  if (waiting + newJobs + bills > 0) return { tone: 'wait', word: words.waiting }
  return connected === 0 ? { tone: 'neutral', word: words.none } : { tone: 'ok', word: words.fine }
}
