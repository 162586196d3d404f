import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { readFikenAuthUrl, readServicem8AuthUrl, type Vendor } from '#shared/contracts/connections'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'
import {
  CHANNEL,
  CLOSED_CHECK_MS,
  HEARD,
  isMobile,
  MOBILE_DELAY_MS,
  outcomeIn,
  outcomeInAddress,
  popupFeatures,
  SYSTEM_NAME,
  type Outcome,
} from './connect-state.ts'
import { refreshConnections } from './queries.ts'
import { text } from './text.ts'

/** Both ways of reporting tell the same outcome; the second within this time says nothing new. */
const SAME_OUTCOME_MS = 3000

export type ConnectState =
  { step: 'idle' } | { step: 'waiting'; vendor: Vendor } | { step: 'blocked'; vendor: Vendor; authUrl: string }

/** Approving a system: a popup on a computer, a redirect on a phone, a link where popups are blocked. */
export function useConnect() {
  const [state, setState] = useState<ConnectState>({ step: 'idle' })
  const [search, setSearch] = useSearchParams()
  const popup = useRef<Window | null>(null)
  const lastTold = useRef<{ key: string; at: number } | null>(null)

  const tell = ({ vendor, ok, error }: Omit<Outcome, 'vendor'> & { vendor: Vendor | null }) => {
    const key = `${vendor} ${ok}`
    if (lastTold.current?.key === key && Date.now() - lastTold.current.at < SAME_OUTCOME_MS) return
    lastTold.current = { key, at: Date.now() }
    popup.current = null
    setState({ step: 'idle' })
    void refreshConnections()
    if (ok) {
      const system = vendor ? SYSTEM_NAME[vendor] : 'Systemet'
      toast({
        title: text.authOk(system),
        description: vendor === 'servicem8' ? text.authOkServicem8 : vendor ? text.authOkFiken : undefined,
      })
    } else toast({ title: text.authFailed, description: error || text.authUnknown, variant: 'destructive' })
  }
  const latestTell = useRef(tell)
  useEffect(() => {
    latestTell.current = tell
  })

  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    const hear = (data: unknown) => {
      const outcome = outcomeIn(data)
      if (!outcome) return
      // Lets the reporting window know that it may close.
      channel.postMessage({ type: HEARD })
      latestTell.current(outcome)
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

  // Back from a redirect: the address says how it went, and is cleaned.
  useEffect(() => {
    const outcome = outcomeInAddress(search)
    if (!outcome) return
    setSearch({}, { replace: true })
    latestTell.current(outcome)
  }, [search, setSearch])

  const waiting = state.step === 'waiting'
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => {
      // A vendor's page may cut the tie to its opener, and then looks closed: ask the server, and keep listening.
      if (!popup.current?.closed) return
      popup.current = null
      setState({ step: 'idle' })
      void refreshConnections()
    }, CLOSED_CHECK_MS)
    return () => clearInterval(timer)
  }, [waiting])

  const connect = async (vendor: Vendor) => {
    const mobile = isMobile(navigator.userAgent, window.innerWidth)
    const { screenX: left, screenY: top, outerWidth: width, outerHeight: height } = window
    // Opened within the click; browsers block windows that open after waiting for an answer.
    const opened = mobile ? null : window.open('about:blank', CHANNEL, popupFeatures(vendor, { left, top, width, height }))
    popup.current = opened
    setState({ step: 'waiting', vendor })
    // Without a window of its own, the consent ends in this one: back to where it began (oauth/complete.ts).
    if (!opened) window.sessionStorage.setItem(CHANNEL, window.location.pathname)
    try {
      const { authUrl, error } = await call(vendor === 'fiken' ? readFikenAuthUrl : readServicem8AuthUrl, {})
      if (error || !authUrl) throw new Error(error)
      if (opened) opened.location.replace(authUrl)
      else if (mobile) {
        toast({ title: text.redirecting, description: text.redirectingWhy(SYSTEM_NAME[vendor]) })
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

export type Connect = ReturnType<typeof useConnect>
