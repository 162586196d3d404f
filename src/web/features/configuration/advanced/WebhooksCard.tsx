import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { AnswerOf } from '#shared/contract'
import type { listWebhooks } from '#shared/contracts/connections'
import { formatDate } from '#shared/dates'
import { errorText } from '../../../lib/api.ts'
import { May } from '../../../lib/access/may.tsx'
import { NotLoaded } from '../../../ui/NotLoaded.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { Fold } from '../../../ui/Fold.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { useDeleteWebhook, useRegisterWebhooks, useWebhooks } from '../queries.ts'
import { text } from '../text.ts'

type Webhook = AnswerOf<typeof listWebhooks>['webhooks'][number]

/** A card with the registered webhooks, folded to one line while all of them work. */
export function WebhooksCard({ connected }: { connected: boolean }) {
  const { data, error, refetch } = useWebhooks(connected)
  const register = useRegisterWebhooks()
  const { hash, key } = useLocation()
  const webhooks = data?.webhooks
  const isEmpty = !connected || webhooks?.length === 0
  const registerButton = (
    <May act="configuration">
      <Button size="sm" pending={register.isPending} onClick={() => register.mutate()}>
        {text.register}
      </Button>
    </May>
  )
  return (
    <Card id="webhooks" title={text.webhooks} intro={!isEmpty && text.webhooksIntro}>
      {!connected ? (
        <p className="text-sm text-ink-2">{text.webhooksUnknown}</p>
      ) : !webhooks ? (
        <NotLoaded
          failed={text.webhooksFailed}
          why={error && errorText(error)}
          onRetry={() => void refetch()}
          rows={2}
        />
      ) : webhooks.length === 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div>
            <p className="font-semibold">{text.webhooksNone}</p>
            <p className="text-sm text-ink-2">{text.webhooksNoneWhy}</p>
          </div>
          {registerButton}
        </div>
      ) : (
        <Fold
          // Followed once more from the same screen, the link opens the list again.
          key={key}
          startsOpen={
            hash === '#webhooks' || webhooks.some(({ lastFailure }) => lastFailure !== null)
          }
          summary={text.webhooksCount(webhooks.length)}
          className="-my-2"
        >
          <WebhookList webhooks={webhooks} />
          <div className="py-2">{registerButton}</div>
        </Fold>
      )}
    </Card>
  )
}

function WebhookList({ webhooks }: { webhooks: readonly Webhook[] }) {
  const remove = useDeleteWebhook()
  const [deleting, setDeleting] = useState<Webhook | null>(null)
  return (
    <>
      <ul className="divide-y divide-line">
        {webhooks.map((webhook) => (
          <li key={webhook.id} className="flex items-start justify-between gap-3 py-3">
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
            <May act="configuration">
              <IconButton
                label={text.webhookDeleteNamed(nameOf(webhook))}
                icon={<Trash2 aria-hidden className="size-4" />}
                pending={remove.isPending && remove.variables === webhook.id}
                onClick={() => setDeleting(webhook)}
              />
            </May>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={() => setDeleting(null)}
        title={text.confirmWebhook}
        description={text.confirmWebhookWhy}
        confirm={text.webhookDelete}
        onConfirm={() => deleting && remove.mutate(deleting.id)}
      />
    </>
  )
}

function nameOf({ objectType }: Webhook): string {
  return objectType === 'job' ? text.webhookJobs : text.webhookOther(objectType)
}

function fieldsOf({ trigger }: Webhook): string[] {
  return trigger.split(',').map((field) => field.trim())
}
