import { FileText, Image, Paperclip, RotateCw } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '#shared/contract'
import { thumbnailOf, type readAttachments } from '#shared/contracts/transfers/attachments'
import type { Transfer } from '#shared/contracts/transfers/row'
import { May, useMay } from '../../../lib/access/may.tsx'
import { companyUrlOf, errorTextBelow } from '../../../lib/api.ts'
import { useNow } from '../../../lib/time.ts'
import { words } from '../../../ui/words.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { Bone, Delayed } from '../../../ui/Skeleton.tsx'
import { itemsOf, progressOf, type Item } from './attachments-state.ts'
import { useAttachmentActs, useAttachments, useFoundFiles } from './queries.ts'

const text = {
  title: 'Vedlegg',
  readFailed: 'Kunne ikke hente filene på jobben',
  progress: (done: number, all: number) => `${done} av ${all} vedlegg er i Fiken`,
} as const

const SETTINGS = '/configuration#vedlegg'

export function Attachments({ transfer }: { transfer: Transfer }) {
  const { data, error, isFetching, refetch } = useAttachments(transfer.id)
  return (
    <section aria-label={text.title} className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{text.title}</h3>
      {!data && error ? (
        <NotRead error={error} pending={isFetching} onRetry={() => void refetch()} />
      ) : !data ? (
        // Approximate height of the loaded content.
        <Bone className="h-6 w-full" />
      ) : data.allowed ? (
        <Files transfer={transfer} data={data} />
      ) : data.choice === 'none' ? (
        <p className="text-ink-2">
          Bilder og PDF-er fra jobben kan følge med utkastet.{' '}
          <May act="configuration">
            <SettingsLink>Velg vedlegg i innstillingene</SettingsLink>
          </May>
        </p>
      ) : (
        <Banner
          tone="wait"
          title="ServiceM8 må godkjenne at vedlegg hentes"
          action={
            <May act="renew_servicem8" asks>
              <SettingsLink>Godkjenn i innstillingene</SettingsLink>
            </May>
          }
        >
          Utkastet er ikke berørt.
        </Banner>
      )}
    </section>
  )
}

function NotRead({
  error,
  pending,
  onRetry,
}: {
  error: Error
  pending: boolean
  onRetry: () => void
}) {
  return (
    <Banner tone="bad" title={text.readFailed} pending={pending} onRetry={onRetry}>
      {errorTextBelow(text.readFailed, error)}
    </Banner>
  )
}

function SettingsLink({ children }: { children: ReactNode }) {
  return (
    <Link
      to={SETTINGS}
      className="inline-flex items-center text-brand underline underline-offset-2 pointer-coarse:min-h-11"
    >
      {children}
    </Link>
  )
}

function Files({ transfer, data }: { transfer: Transfer; data: AnswerOf<typeof readAttachments> }) {
  const found = useFoundFiles(transfer.id)
  const acts = useAttachmentActs(transfer.id)
  const mayAct = useMay()('transfers')
  const now = useNow()
  const hasDraft = transfer.status === 'completed'
  const items = itemsOf(data.rows, found.data, { ...data, hasDraft, now })
  const progress = progressOf(items)
  const isLookedFor = data.lookWhy !== '' && hasDraft
  return (
    <>
      {isLookedFor && (
        <Banner
          tone="bad"
          title="Vedleggene er ikke hentet ennå"
          pending={acts.retryAll.isPending}
          onRetry={
            mayAct
              ? () => {
                  acts.retryAll.mutate()
                  if (found.error) void found.refetch()
                }
              : undefined
          }
        >
          {data.lookWhy}
        </Banner>
      )}
      {found.error && !isLookedFor && (
        <NotRead
          error={found.error}
          pending={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      )}
      {progress && (
        <div role="status" className="grid gap-1.5">
          <p className="text-xs text-ink-2">{text.progress(progress.done, progress.all)}</p>
          <ProgressBar
            label={text.progress(progress.done, progress.all)}
            value={progress.done}
            max={progress.all}
          />
        </div>
      )}
      {items.length > 0 ? (
        <ul className="divide-y divide-line rounded-card border border-line">
          {items.map((item) => (
            <File key={item.uuid} item={item} transferId={transfer.id} acts={acts} />
          ))}
        </ul>
      ) : found.isPending ? (
        <Delayed>
          <Bone className="h-16 w-full" />
          <span className="sr-only">Henter filene på jobben</span>
        </Delayed>
      ) : (
        !found.error && (
          <p className="text-ink-2">Det er ingen bilder eller dokumenter på jobben i ServiceM8.</p>
        )
      )}
      {items.some(({ tone }) => tone === 'ok') && (
        <p className="text-xs text-ink-2">Et vedlegg som er i Fiken, tas bort i Fiken.</p>
      )}
    </>
  )
}

const TONES = { ok: 'text-ok', wait: 'text-wait', bad: 'text-bad', quiet: 'text-ink-2' }

function File({
  item,
  transferId,
  acts,
}: {
  item: Item
  transferId: string
  acts: ReturnType<typeof useAttachmentActs>
}) {
  const { uuid, name, ticked, locked, tone, says, why, mayRetry } = item
  const busy = acts.choose.isBusy(uuid)
  const mayAct = useMay()('transfers')
  return (
    <li className="grid grid-cols-[auto_auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1 p-2.5 pr-3">
      <Checkbox
        label={`Ta med ${name}`}
        checked={ticked}
        disabled={locked || busy || !mayAct}
        onCheckedChange={(chosen) => acts.choose.mutate({ uuid, chosen })}
        className={cx('self-center', (locked || !mayAct) && 'opacity-50')}
      />
      <Thumbnail item={item} transferId={transferId} />
      <div className="min-w-0 self-center">
        <p className="truncate font-medium" title={name}>
          {name}
        </p>
        <p className={cx('text-xs', TONES[tone], tone !== 'quiet' && 'font-semibold')}>{says}</p>
      </div>
      {(why !== '' || mayRetry) && (
        <div className="col-span-full flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pl-11 text-xs pointer-coarse:pl-14">
          <p className="min-w-40 flex-1 text-ink-2">{why}</p>
          {mayRetry && mayAct && (
            <Button
              size="sm"
              aria-label={`Prøv igjen å sende ${name}`}
              icon={<RotateCw aria-hidden className="size-3.5" />}
              pending={acts.retry.isBusy(uuid)}
              onClick={() => acts.retry.mutate({ uuid })}
            >
              {words.tryAgain}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function Thumbnail({ item, transferId }: { item: Item; transferId: string }) {
  const [broken, setBroken] = useState(false)
  const frame = 'size-12 shrink-0 rounded-control border border-line bg-surface-2'
  if (item.pictured && !broken)
    return (
      <img
        src={companyUrlOf({ path: thumbnailOf(transferId, item.uuid) }, undefined)}
        alt=""
        width={48}
        height={48}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
        className={cx(frame, 'object-cover')}
      />
    )
  const Icon = item.kind === 'image' ? Image : item.kind === 'pdf' ? FileText : Paperclip
  return (
    <span className={cx(frame, 'grid place-items-center text-ink-2')}>
      <Icon aria-hidden className="size-5" />
    </span>
  )
}
