import { Link } from 'react-router'
import { formatTime } from '#shared/dates'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Bone, Delayed } from '../../ui/Skeleton.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { connectionOf, systemLine, type SystemLine, type SystemStatus } from './dashboard-state.ts'
import { text } from './text.ts'

interface SystemStatusCardProps {
  system: SystemStatus | undefined
  failed: boolean
  onRetry: () => void
}

/** The two systems, the webhook, and when something last came in. */
export function SystemStatusCard({ system, failed, onRetry }: SystemStatusCardProps) {
  const connection = system && connectionOf(system)
  return (
    <Card
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
        <dl className="-my-2 divide-y divide-line">
          <Line name="ServiceM8" {...systemLine(system, 'servicem8')} href="/configuration#servicem8" />
          <Line name="Fiken" {...systemLine(system, 'fiken')} href="/configuration#fiken" />
          <Line
            name={text.webhook}
            ok={system.webhookActive}
            word={system.webhookActive ? text.active : text.inactive}
            step={system.webhookActive ? null : text.connect}
            href="/configuration#webhooks"
          />
          <div className="flex items-center justify-between gap-4 py-2">
            <dt className="text-ink-2">{text.lastActivity}</dt>
            <dd className="tabular-nums">{system.lastWebhookTime ? formatTime(system.lastWebhookTime) : text.noActivity}</dd>
          </div>
        </dl>
      ) : failed ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-2">{text.statusUnknown}</p>
          <Button size="sm" onClick={onRetry}>
            {text.tryAgain}
          </Button>
        </div>
      ) : (
        <Delayed>
          <Bone className="h-32 w-full" />
        </Delayed>
      )}
    </Card>
  )
}

function Line({ name, ok, word, step, href }: SystemLine & { name: string; href: string }) {
  return (
    <div className="flex items-center justify-between gap-4 py-2">
      <dt>{name}</dt>
      <dd className="flex items-center gap-2">
        {step && (
          <Link
            to={href}
            className="prose-link inline-flex min-h-6 items-center text-sm whitespace-nowrap pointer-coarse:min-h-11"
          >
            {step}
          </Link>
        )}
        <StatusChip tone={ok ? 'ok' : 'bad'}>{word}</StatusChip>
      </dd>
    </div>
  )
}
