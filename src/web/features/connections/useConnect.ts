import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { VENDOR_NAMES } from '#shared/access/vendor-names'
import { readConfiguration } from '#shared/contracts/configuration'
import { readFikenAuthUrl, readServicem8AuthUrl, type Vendor } from '#shared/contracts/connections'
import { TRANSFER_TOPICS } from '#shared/live-topics'
import { call } from '../../lib/api.ts'
import { askFor } from '../../lib/company/ask-for.ts'
import { companyNow, tab } from '../../lib/company/company.ts'
import { refresh } from '../../lib/live.ts'
import { mayLeave } from '../../lib/unsaved.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'
import {
  CHANNEL,
  CLOSED_CHECK_MS,
  HEARD,
  isMobile,
  isOfCompany,
  MOBILE_DELAY_MS,
  outcomeIn,
  outcomeInAddress,
  popupFeatures,
  PURPOSE,
  successToast,
  WHY,
  type ConsentOutcome,
  type Purpose,
} from './connect-state.ts'
import { text } from './text.ts'

/** Time in ms in which the same report is ignored, because the popup reports in two ways. */
const SAME_OUTCOME_MS = 3000
let lastReported: { key: string; at: number } | null = null

const refreshConnections = () => refresh('connections', 'status', ...TRANSFER_TOPICS)

export type ConnectState =
  | { step: 'idle' }
  | { step: 'waiting'; vendor: Vendor }
  | { step: 'blocked'; vendor: Vendor; authUrl: string }

/** Connects a system: by popup on computers, redirect on phones, link if popups are blocked. */
export function useConnect() {
  const [state, setState] = useState<ConnectState>({ step: 'idle' })
  const [search] = useSearchParams()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const popup = useRef<Window | null>(null)

  const report = ({
    vendor,
    ok,
    error,
  }: Omit<ConsentOutcome, 'vendor'> & { vendor: Vendor | null }) => {
    popup.current = null
    setState({ step: 'idle' })
    const key = `${vendor} ${ok}`
    if (lastReported?.key === key && Date.now() - lastReported.at < SAME_OUTCOME_MS) return
    lastReported = { key, at: Date.now() }
    void refreshConnections()
    const purpose = takePurpose()
    if (ok && vendor === 'fiken' && tab.hasSeveral) askFor('pairings')
    if (ok)
      void paymentsAllowed(purpose).then((allowed) => toast(successToast(vendor, purpose, allowed)))
    else
      toast({
        title: text.authFailed,
        description: error || text.authUnknown,
        variant: 'destructive',
      })
  }
  const latestReport = useRef(report)
  useEffect(() => {
    latestReport.current = report
  })

  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    const hear = (data: unknown) => {
      const outcome = outcomeIn(data)
      if (!outcome || !isOfCompany(data, companyNow())) return
      // Tells the reporting window that it may close.
      channel.postMessage({ type: HEARD })
      latestReport.current(outcome)
    }
    const onMessage = (event: MessageEvent) => {
      if (event.origin === window.location.origin) hear(event.data)
    }
    channel.addEventListener('message', (event) => hear(event.data))
    window.addEventListener('message', onMessage)
    return () => {
      window.removeEventListener('message', onMessage)
      channel.close()
    }
  }, [])

  // After a redirect, reads the outcome from the URL, reports it and removes it.
  useEffect(() => {
    const outcome = outcomeInAddress(search)
    if (!outcome) return
    void navigate({ search: '', hash }, { replace: true })
    const why = takeWhy()
    latestReport.current({ ...outcome, error: outcome.ok ? null : why })
  }, [search, hash, navigate])

  const waiting = state.step === 'waiting'
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => {
      // A vendor's page can sever the link to its opener, so that the popup looks closed. Therefore
      // asks the server, and keeps listening.
      if (!popup.current?.closed) return
      popup.current = null
      setState({ step: 'idle' })
      void refreshConnections()
    }, CLOSED_CHECK_MS)
    return () => clearInterval(timer)
  }, [waiting])

  const connect = async (vendor: Vendor, purpose: Purpose = 'connection') => {
    const mobile = isMobile(navigator.userAgent, window.innerWidth)
    // Only phones leave the page for the vendor's consent; on computers the page stays open.
    if (mobile && !(await mayLeave())) return
    window.sessionStorage.setItem(PURPOSE, purpose)
    const { screenX: left, screenY: top, outerWidth: width, outerHeight: height } = window
    // Opened synchronously in the click handler, because browsers block windows opened later.
    const opened = mobile
      ? null
      : window.open('about:blank', CHANNEL, popupFeatures(vendor, { left, top, width, height }))
    popup.current = opened
    setState({ step: 'waiting', vendor })
    // Without a popup, the consent ends in this window and returns to this screen
    // (oauth/complete.ts).
    if (!opened) {
      const { pathname, hash: part } = window.location
      window.sessionStorage.setItem(CHANNEL, pathname + part)
    }
    try {
      const { authUrl, error } = await call(
        vendor === 'fiken' ? readFikenAuthUrl : readServicem8AuthUrl,
        {},
      )
      if (error || !authUrl) throw new Error(error)
      if (opened) opened.location.replace(authUrl)
      else if (mobile) {
        toast({ title: text.redirecting, description: text.redirectingWhy(VENDOR_NAMES[vendor]) })
        setTimeout(() => window.location.assign(authUrl), MOBILE_DELAY_MS)
      } else setState({ step: 'blocked', vendor, authUrl })
    } catch (error) {
      opened?.close()
      popup.current = null
      setState({ step: 'idle' })
      toastFailure(
        text.authNotStarted,
        error,
        (error instanceof Error && !('status' in error) && error.message) || text.authNotStartedWhy,
      )
    }
  }
  return { state, connect }
}

function takeWhy(): string | null {
  const why = window.sessionStorage.getItem(WHY)
  window.sessionStorage.removeItem(WHY)
  return why
}

function takePurpose(): Purpose {
  const purpose = window.sessionStorage.getItem(PURPOSE)
  window.sessionStorage.removeItem(PURPOSE)
  return purpose === 'payments' ? purpose : 'connection'
}

/**
 * Returns true if payments can be recorded, false if not, and null when unknown. The user can grant
 * less than was requested.
 */
async function paymentsAllowed(purpose: Purpose): Promise<boolean | null> {
  if (purpose !== 'payments') return null
  return call(readConfiguration, {}).then(
    ({ writeBackAllowed }) => writeBackAllowed,
    () => null,
  )
}

export type Connect = ReturnType<typeof useConnect>
