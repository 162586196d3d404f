import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  type SecondFactorSetup,
  type SecondFactorState,
} from '#shared/contracts/account/second-factor'
import { formatDateTime } from '#shared/dates'
import { call, errorText } from '../../lib/api.ts'
import { keyOf, queryClient, reading } from '../../lib/query-client.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { useHashTarget } from '../../lib/useHashTarget.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast-store.ts'
import { CodeForm } from './CodeForm.tsx'
import { QrCode } from './QrCode.tsx'
import { text } from './text.ts'

const failed = (error: unknown) => toastFailure(text.factorFailed, error, text.factorFallback)
const readAgain = () => queryClient.invalidateQueries({ queryKey: keyOf(readSecondFactor) })

/** The second factor: on with the first code of an app, off with a code. */
export function SecondFactorCard() {
  const { data, error, refetch } = useQuery({
    ...reading(readSecondFactor, {}),
    refetchOnMount: 'always',
  })
  // Readable this once: they live here and nowhere else.
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  useHashTarget(data !== undefined)
  return (
    <Card id="totrinn" title={text.factor} intro={text.factorIntro}>
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />
      ) : data ? (
        data.since === null ? (
          <Off state={data} onCodes={setCodes} />
        ) : (
          <On state={data} since={data.since} onCodes={setCodes} />
        )
      ) : error ? (
        <ErrorState
          title={text.factorUnread}
          why={errorText(error)}
          action={<Button onClick={() => void refetch()}>{text.tryAgain}</Button>}
        />
      ) : (
        <SkeletonRows rows={1} label={text.factorLoading} />
      )}
    </Card>
  )
}

interface Changing {
  state: SecondFactorState
  onCodes: (codes: readonly string[]) => void
}

function Off({ state, onCodes }: Changing) {
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null)
  const begin = useMutation({
    mutationFn: () => call(beginSecondFactor, {}),
    onSuccess: setSetup,
    onError: failed,
  })
  const confirm = useMutation({
    mutationFn: (code: string) => call(confirmSecondFactor, { body: { code } }),
    onSuccess: ({ recoveryCodes }) => {
      toast({ title: text.factorDone })
      onCodes(recoveryCodes)
      void readAgain()
    },
    onError: failed,
  })
  return (
    <div className="grid gap-4">
      {state.required && <p>{text.factorRequired}</p>}
      {setup ? (
        <>
          <p>{text.factorScan}</p>
          <QrCode rows={setup.qr} label={text.factorQr} />
          <p className="text-sm text-ink-2">
            {text.factorSecret}{' '}
            <code className="font-semibold wrap-anywhere text-ink">{setup.secret}</code>
          </p>
          <CodeForm
            label={text.factorCode}
            go={text.factorConfirm}
            pending={confirm.isPending}
            onCode={(code) => confirm.mutate(code)}
            onCancel={() => setSetup(null)}
          />
        </>
      ) : (
        <Button
          className="justify-self-start"
          pending={begin.isPending}
          onClick={() => begin.mutate()}
        >
          {text.factorStart}
        </Button>
      )}
    </div>
  )
}

function On({ state, since, onCodes }: Changing & { since: string }) {
  const [asking, setAsking] = useState<'renew' | 'end' | null>(null)
  const renew = useMutation({
    mutationFn: (code: string) => call(renewRecoveryCodes, { body: { code } }),
    onSuccess: ({ recoveryCodes }) => {
      onCodes(recoveryCodes)
      void readAgain()
    },
    onError: failed,
  })
  const end = useMutation({
    mutationFn: (code: string) => call(endSecondFactor, { body: { code } }),
    onSuccess: () => {
      toast({ title: text.factorEnded })
      void readAgain()
    },
    onError: failed,
  })
  const acts = {
    renew: { mutation: renew, go: text.factorRenew },
    end: { mutation: end, go: text.factorEnd },
  }
  const act = asking && acts[asking]
  return (
    <div className="grid gap-4">
      <p>
        {text.factorOn(formatDateTime(since))} {text.factorCodesLeft(state.recoveryCodes)}
      </p>
      {act ? (
        <CodeForm
          key={asking}
          label={text.factorCodeOr}
          go={act.go}
          pending={act.mutation.isPending}
          onCode={(code) => act.mutation.mutate(code)}
          onCancel={() => setAsking(null)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setAsking('renew')}>{text.factorRenew}</Button>
          {!state.required && <Button onClick={() => setAsking('end')}>{text.factorEnd}</Button>}
        </div>
      )}
    </div>
  )
}

const copy = (codes: readonly string[]) =>
  navigator.clipboard.writeText(codes.join('\n')).then(
    () => toast({ title: text.factorCopied }),
    (error: unknown) => toastFailure(text.factorNotCopied, error, text.factorCopyByHand),
  )

function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  return (
    <div className="grid gap-4">
      <p>{text.factorSave}</p>
      <ul className="grid max-w-md grid-cols-2 gap-x-6 gap-y-1 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy(codes)}>{text.factorCopy}</Button>
        <Button onClick={onSaved}>{text.factorSaved}</Button>
      </div>
    </div>
  )
}
