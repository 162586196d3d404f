import { Link } from 'react-router'
import type { Act } from '#shared/access/roles'
import type { Transfer } from '#shared/contracts/transfers/row'
import { ErrorLine } from '../../ui/ErrorLine.tsx'
import { Card } from '../../ui/Card.tsx'
import { Bone, Delayed } from '../../ui/Skeleton.tsx'
import { May } from '../../lib/access/may.tsx'
import { missingTone } from '../../lib/missing-tone.ts'
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx'
import {
  connectionOf,
  lastActivityOf,
  systemLine,
  type SystemLine,
  type SystemStatus,
} from './dashboard-state.ts'
import { text } from './text.ts'

interface SystemStatusCardProps {
  system: SystemStatus | undefined
  newest: Pick<Transfer, 'createdAt'> | undefined
  failed: boolean
  now: Date
  onRetry: () => void
}

export function SystemStatusCard({ system, newest, failed, now, onRetry }: SystemStatusCardProps) {
  const connection = system && connectionOf(system)
  const missing = system ? missingTone(system) : 'bad'
  return (
    <Card
      flush
      title={text.systemStatus}
      aside={
        connection && (
          <StatusChip tone={connection.tone} live={connection.live}>
            {connection.word}
          </StatusChip>
        )
      }
    >
      {system ? (
        <dl className="grid gap-px overflow-hidden rounded-b-card bg-line sm:grid-cols-2 lg:grid-cols-4">
          <Line
            name="ServiceM8"
            missing={missing}
            {...systemLine(system, 'servicem8')}
            href="/configuration#servicem8"
            act="connect_servicem8"
          />
          <Line
            name="Fiken"
            missing={missing}
            {...systemLine(system, 'fiken')}
            href="/configuration#fiken"
            act={system.fikenStatus === 'disconnected' ? 'connect_fiken' : 'renew_fiken'}
          />
          <Line
            name={text.webhook}
            missing={missing}
            ok={system.webhookActive}
            word={system.webhookActive ? text.active : text.inactive}
            // The webhook depends on the ServiceM8 connection, whose own line already has the link.
            step={system.webhookActive || !system.servicem8Connected ? null : text.connect}
            href="/configuration#webhooks"
            act="configuration"
          />
          <div className={CELL}>
            <dt className="text-ink-2">{text.lastActivity}</dt>
            <dd className="flex min-h-6 items-center tabular-nums max-sm:text-right">
              {lastActivityOf(system, newest, now)}
            </dd>
          </div>
        </dl>
      ) : failed ? (
        <ErrorLine className="px-4 py-4 sm:px-5" onRetry={onRetry}>
          {text.statusUnknown}
        </ErrorLine>
      ) : (
        <div className="p-4">
          <Delayed>
            <Bone className="h-12 w-full" />
          </Delayed>
        </div>
      )}
    </Card>
  )
}

/** Classes of a table row on phones and of a cell in a strip on wider screens. */
const CELL =
  'flex items-center justify-between gap-4 bg-surface px-4 py-2 sm:block sm:px-5 sm:py-3 sm:[&>dd]:mt-1'

interface LineProps extends SystemLine {
  name: string
  href: string
  /** What the step asks of the user's role. */
  act: Act
  missing: Tone
}

function Line({ name, ok, word, step, href, act, missing }: LineProps) {
  return (
    <div className={CELL}>
      <dt>{name}</dt>
      <dd className="flex min-h-6 flex-wrap items-center gap-x-3 max-sm:flex-row-reverse">
        <StatusChip tone={ok ? 'ok' : missing}>{word}</StatusChip>
        {step && (
          <May act={act}>
            <Link
              to={href}
              className="prose-link inline-flex min-h-6 items-center text-sm whitespace-nowrap pointer-coarse:min-h-11"
            >
              {step}
            </Link>
          </May>
        )}
      </dd>
    </div>
  )
}
