import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AnswerOf } from '#shared/contract'
import type { listWebhooks } from '#shared/contracts/connections'
import { formatDate } from '#shared/dates'
import { errorText } from '../../lib/api.ts'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { useDeleteWebhook, useRegisterWebhooks, useWebhooks } from './queries.ts'
import { text } from './text.ts'

type Webhook = AnswerOf<typeof listWebhooks>['webhooks'][number]

export function WebhooksCard({ connected }: { connected: boolean }) {
  const { data, error, refetch } = useWebhooks(connected)
  const register = useRegisterWebhooks()
  const remove = useDeleteWebhook()
  const [deleting, setDeleting] = useState<Webhook | null>(null)
  const registerButton = (
    <Button
      size="sm"
      pending={register.isPending}
      disabled={!connected}
      onClick={() => register.mutate()}
    >
      {text.register}
    </Button>
  )
  return (
    <Card
      id="webhooks"
      title={text.webhooks}
      intro={text.webhooksIntro}
      flush
      aside={registerButton}
    >
      {!connected || data?.webhooks.length === 0 ? (
        <EmptyState title={text.webhooksNone} why={text.webhooksNoneWhy} />
      ) : data ? (
        <ul className="divide-y divide-line">
          {data.webhooks.map((webhook) => (
            <li
              key={webhook.id}
              className="flex items-start justify-between gap-3 px-4 py-3 sm:px-5"
            >
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                  <span className="font-semibold">{nameOf(webhook)}</span>
                  <StatusChip tone={webhook.active ? 'ok' : 'neutral'}>
                    {webhook.active ? text.webhookActive : text.webhookInactive}
                  </StatusChip>
                </p>
                <p className="mt-0.5 text-sm break-all text-ink-2">{webhook.url}</p>
                {webhook.createdDate && (
                  <p className="text-sm text-ink-2">
                    {text.webhookCreated(formatDate(webhook.createdDate))}
                  </p>
                )}
                {webhook.trigger && (
                  <details className="text-sm text-ink-2">
                    <summary className="inline-flex min-h-6 items-center underline underline-offset-2 pointer-coarse:min-h-11">
                      {text.webhookFields(fieldsOf(webhook).length)}
                    </summary>
                    <p>{fieldsOf(webhook).join(', ')}</p>
                  </details>
                )}
                {webhook.lastFailure && (
                  <p className="text-sm text-bad">{text.webhookFailure(webhook.lastFailure)}</p>
                )}
              </div>
              <IconButton
                label={text.webhookDeleteNamed(nameOf(webhook))}
                icon={<Trash2 aria-hidden className="size-4" />}
                pending={remove.isPending && remove.variables === webhook.id}
                onClick={() => setDeleting(webhook)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <NotLoaded
          failed={text.webhooksFailed}
          why={error && errorText(error)}
          onRetry={() => void refetch()}
          rows={2}
        />
      )}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={() => setDeleting(null)}
        title={text.confirmWebhook}
        description={text.confirmWebhookWhy}
        confirm={text.webhookDelete}
        onConfirm={() => deleting && remove.mutate(deleting.id)}
      />
    </Card>
  )
}

function nameOf({ objectType }: Webhook): string {
  return objectType === 'job' ? text.webhookJobs : text.webhookOther(objectType)
}

function fieldsOf({ trigger }: Webhook): string[] {
  return trigger.split(',').map((field) => field.trim())
}
