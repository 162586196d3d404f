import { VENDOR_NAMES } from '#shared/access/vendor-names'
import { CAUSES } from '#shared/causes/index'
import { VENDORS, type Vendor } from '#shared/contracts/connections'
import type { Need } from '#shared/needs/need'
import type { LinkStep } from '../transfers/link-step.ts'
import type { Panel, Stats, SystemStatus } from './dashboard-state.ts'
import { text } from './text.ts'

export interface Lead {
  tone: 'ok' | 'wait' | 'bad' | 'info'
  headline: string
  why: string
  step: { label: string; panel: Panel } | LinkStep | null
  /** What waits only for a yes, on a line of its own; absent if the lead is about that. */
  apart?: { label: string; href: string }
}

interface LeadInput {
  stats: Stats
  /** The number of pending jobs that wait for a collective draft and need no action. */
  waitingForSet: number
  system: SystemStatus | undefined
  today: number | null
  /** The number of jobs that the question on the screen is about: it starts or skips them. */
  asked: number
  /** The number of completed jobs that wait for approval in ServiceM8; 0 if none is required. */
  unapproved: number
  said: readonly Vendor[]
  /** True where a banner below offers to approve an access that ends now. */
  saidBelow?: boolean
}

/**
 * Returns the main message: what is missing or lost, what needs the user, what is waiting, or that
 * all is well. "Not set up yet" is used only if the integration has never been on. Returns null
 * until the data is loaded.
 */
export function leadOf(input: LeadInput): Lead | null {
  const lead = mainLeadOf(input)
  const yes = input.stats.needs?.yes
  if (!lead || !yes || yes.count === input.asked || isAbout(lead, 'yes')) return lead
  return { ...lead, apart: { label: `${yes.text}.`, href: pathOf('yes') } }
}

type Sum = NonNullable<NonNullable<Stats['needs']>[Need]>

const pathOf = (need: Need) => `/transfers?status=${need}`
const isAbout = ({ step }: Lead, need: Need) =>
  step !== null && 'href' in step && step.href === pathOf(need)

function mainLeadOf({
  stats,
  waitingForSet,
  asked,
  system,
  today,
  unapproved,
  said,
  saidBelow = false,
}: LeadInput): Lead | null {
  if (!system) return null
  const { act, yes } = stats.needs ?? {}
  const waiting = Math.max(0, stats.pending - waitingForSet)
  const byThemselves = act ? 0 : Math.max(0, waiting - (yes?.count ?? 0))
  const { jobFetchType, invoiceCreationMode } = system
  const counts = (state: string, { aboutJobs = false, waits = 0 } = {}) =>
    `${state}. ${countsOf(waits, today, aboutJobs)}`.trimEnd()
  const stalled = (state: string) =>
    act ? counts(`${state}. ${act.text}`, { aboutJobs: true }) : counts(state, { waits: waiting })
  const silent = stats.notAnswering?.map((vendor) => VENDOR_NAMES[vendor]).join(' og ')
  const ofNeed = (need: Need, sum: Sum, ...whys: (string | undefined)[]): Lead => ({
    tone: need === 'act' ? 'bad' : 'wait',
    headline: counts(sum.text, { aboutJobs: true }),
    why: [...whys, sum.leftOut].filter(Boolean).join(' '),
    step: { label: sum.count === 1 ? 'Vis den' : 'Vis dem', href: pathOf(need) },
  })
  const silence = silent && `${text.leadSilent(silent)}. ${text.leadSilentWhy(silent)}`
  const actLead = (sum: Sum) => ofNeed('act', sum, text.leadNeedsWhy, silence)
  const statusOf = (vendor: Vendor) =>
    vendor === 'fiken' ? system.fikenStatus : system.servicem8Status
  const expired = VENDORS.find((vendor) => statusOf(vendor) === 'reauth_required')
  if (expired && said.includes(expired)) return act ? actLead(act) : null
  if (expired) {
    const { title, explanation } = CAUSES[`${expired}_grant_dead`]
    if (saidBelow)
      return { tone: 'bad', headline: stalled(title), why: text.leadGoneWhy, step: null }
    return {
      tone: 'bad',
      headline: stalled(title),
      why: explanation,
      step: {
        label: text.leadApprove(VENDOR_NAMES[expired]),
        href: `/configuration#${expired}`,
        asks: expired,
        cause: `${expired}_grant_dead`,
      },
    }
  }
  const gone = VENDORS.find((vendor) => statusOf(vendor) === 'disconnected')
  if (gone && system.everActive) {
    return {
      tone: 'bad',
      headline: stalled(text.leadGone(VENDOR_NAMES[gone])),
      why: text.leadGoneWhy,
      step: { label: text.connect, href: `/configuration#${gone}`, needs: gone },
    }
  }
  if (gone || (system.needsCompany && !system.everActive)) {
    return {
      tone: 'info',
      headline: text.leadSetUp,
      why: text.leadSetUpWhy,
      step: { label: text.leadSetUpButton, href: '/configuration', needs: gone ?? 'company' },
    }
  }
  if (system.needsCompany) {
    return {
      tone: 'wait',
      headline: stalled(text.leadPaused),
      why: text.leadPausedWhy,
      step: {
        label: text.chooseCompany,
        href: '/configuration#fiken',
        asks: 'fiken',
        cause: 'no_company',
      },
    }
  }
  if (act) return actLead(act)
  if (!system.isActive) {
    return {
      tone: 'wait',
      headline: counts(text.leadOff, { waits: waiting }),
      why: text.leadOffWhy(jobFetchType),
      step: {
        label: text.switchOn,
        href: '/configuration#integrasjon',
        needs: 'configuration',
      },
    }
  }
  if (yes && yes.count !== asked && !silent) return ofNeed('yes', yes)
  if (byThemselves > 0) {
    return {
      tone: 'wait',
      headline: counts(silent ? text.leadSilent(silent) : text.leadWaiting, {
        waits: byThemselves,
      }),
      why: silent ? text.leadSilentWhy(silent) : text.leadWaitingWhy,
      step: { label: text.leadWaitingButton, panel: 'pending' },
    }
  }
  // The question about these jobs is on the screen.
  if (yes) return null
  if (unapproved > 0 && stats.total === 0) {
    return {
      tone: 'info',
      headline: `${text.unapproved.title(unapproved)}.`,
      why: text.unapproved.leadWhy(unapproved, invoiceCreationMode),
      step: null,
    }
  }
  if (stats.total === 0)
    return {
      tone: 'info',
      headline: text.leadStart,
      why: text.leadStartWhy(jobFetchType, invoiceCreationMode),
      step: null,
    }
  return {
    tone: 'ok',
    headline:
      today === 0 && unapproved === 0 && waitingForSet === 0
        ? `${text.leadFine}. ${text.noneToday}.`
        : counts(text.leadFine),
    why: text.leadFineWhy(stats.successful),
    step: null,
  }
}

function countsOf(waits: number, today: number | null, jobsAreMeant: boolean): string {
  const parts = [
    ...(today === null ? [] : [text.transferredToday(today, jobsAreMeant)]),
    ...(waits > 0 ? [text.nWait(waits)] : []),
  ]
  return parts.length > 0 ? `${parts.join(', ')}.` : ''
}
