import { useMutation } from '@tanstack/react-query'
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
import { listSessions } from '#shared/contracts/account/sessions'
import { formatDateTime } from '#shared/dates'
import { call } from '../../lib/api.ts'
import { keyOf, queryClient } from '../../lib/query-client.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { CodeForm } from './CodeForm.tsx'
import { factorText } from './factor-text.ts'
import { text } from './text.ts'

const readAgain = () => queryClient.invalidateQueries({ queryKey: keyOf(readSecondFactor) })
/**
 * Shows the error, and reads the state again: it can have changed in another window or in a request
 * whose response was lost.
 */
function failed(error: unknown): void {
  toastFailure(factorText.failed, error, text.tryLater)
  void readAgain()
}

/** Switches login with a code on or off, and shows the recovery codes. */
export function SecondFactor({ state }: { state: SecondFactorState }) {
  // Recovery codes, shown only once and stored nowhere else in the browser.
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />
  if (state.since === null) return <Off state={state} onCodes={setCodes} />
  return <On state={state} since={state.since} onCodes={setCodes} />
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
  return (
    <div className="grid gap-4">
      {state.required && <p>{factorText.required}</p>}
      {setup ? (
        <>
          <p>{factorText.scan}</p>
          <QrCode rows={setup.qr} label={factorText.qr} />
          <p className="text-sm text-ink-2">
            {factorText.secret}{' '}
            <code className="font-semibold wrap-anywhere text-ink">{setup.secret}</code>
          </p>
          <CodeForm
            label={factorText.code}
            go={factorText.confirm}
            send={(body) => call(confirmSecondFactor, { body })}
            onDone={({ recoveryCodes }) => {
              toast({ title: factorText.done })
              onCodes(recoveryCodes)
              void readAgain()
              // Reads the sessions again, because the server has ended all other sessions.
              void queryClient.invalidateQueries({ queryKey: keyOf(listSessions) })
            }}
            onFailed={failed}
            onCancel={() => setSetup(null)}
          />
        </>
      ) : (
        <Button
          className="justify-self-start"
          pending={begin.isPending}
          onClick={() => begin.mutate()}
        >
          {factorText.start}
        </Button>
      )}
    </div>
  )
}

function On({ state, since, onCodes }: Changing & { since: string }) {
  const [asking, setAsking] = useState<'renew' | 'end' | null>(null)
  const form = {
    label: factorText.codeOr,
    onFailed: failed,
    onCancel: () => setAsking(null),
  }
  return (
    <div className="grid gap-4">
      <p>
        {factorText.on(formatDateTime(since))} {factorText.codesLeft(state.recoveryCodes)}
      </p>
      {asking === 'renew' ? (
        <CodeForm
          {...form}
          go={factorText.renew}
          send={(body) => call(renewRecoveryCodes, { body })}
          onDone={({ recoveryCodes }) => {
            onCodes(recoveryCodes)
            void readAgain()
          }}
        />
      ) : asking === 'end' ? (
        <CodeForm
          {...form}
          go={factorText.end}
          isDanger
          send={(body) => call(endSecondFactor, { body })}
          onDone={() => {
            toast({ title: factorText.ended })
            void readAgain()
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setAsking('renew')}>{factorText.renew}</Button>
          {!state.required && <Button onClick={() => setAsking('end')}>{factorText.end}</Button>}
        </div>
      )}
    </div>
  )
}

const copy = (codes: readonly string[], onCopied: () => void) =>
  navigator.clipboard.writeText(codes.join('\n')).then(
    () => {
      toast({ title: factorText.copied })
      onCopied()
    },
    (error: unknown) => toastFailure(factorText.notCopied, error, factorText.copyByHand),
  )

/** Shows the recovery codes; the primary button copies them and then becomes the close button. */
function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <div className="grid gap-4">
      <p>{factorText.save}</p>
      <ul className="grid max-w-md grid-cols-2 gap-x-6 gap-y-1 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          tone={isCopied ? 'secondary' : 'primary'}
          onClick={() => void copy(codes, () => setCopied(true))}
        >
          {factorText.copy}
        </Button>
        <Button tone={isCopied ? 'primary' : 'secondary'} onClick={onSaved}>
          {factorText.saved}
        </Button>
      </div>
    </div>
  )
}

/** Width of the quiet zone around the QR code, in modules; QR readers need four. */
const QUIET = 4

/** Draws a QR code from rows of 0 and 1: dark on light in both themes, as many readers need. */
function QrCode({ rows, label }: { rows: readonly string[]; label: string }) {
  const side = rows.length + 2 * QUIET
  const dark = rows
    .flatMap((row, y) =>
      Array.from(row, (bit, x) => (bit === '1' ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')),
    )
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-control"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={dark} fill="#000" />
    </svg>
  )
}
