import { describe, expect, it } from 'vitest'
import type { Vendor } from '#shared/contracts/connections'
import { leftOutOf, NO_JOBS, type JobSum } from '#shared/needs/job-sum'
import { needText, type Need } from '#shared/needs/need'
import type { Stats, SystemStatus } from './dashboard-state.ts'
import { leadOf } from './lead-state.ts'

const SYSTEM: SystemStatus = {
  servicem8Connected: true,
  fikenConnected: true,
  webhookActive: true,
  lastWebhookTime: null,
  isActive: true,
  jobFetchType: 'completed',
  invoiceCreationMode: 'draft',
  servicem8Status: 'connected',
  fikenStatus: 'connected',
  everActive: true,
  needsCompany: false,
  servicem8Account: null,
  fikenAccount: null,
  lastSyncAt: null,
}

function lead(
  changes: Partial<Stats>,
  more: {
    system?: Partial<SystemStatus>
    today?: number | null
    unapproved?: number
    said?: readonly Vendor[]
    saidBelow?: boolean
    waitingForSet?: number
    asked?: number
  } = {},
) {
  const stats = { total: 40, successful: 40, pending: 0, failed: 0, ...changes }
  return leadOf({
    stats,
    waitingForSet: more.waitingForSet ?? 0,
    asked: more.asked ?? 0,
    system: { ...SYSTEM, ...more.system },
    today: more.today === undefined ? 12 : more.today,
    unapproved: more.unapproved ?? 0,
    said: more.said ?? [],
    ...(more.saidBelow ? { saidBelow: true } : {}),
  })
}

const sum = (need: Need, count: number, more: Partial<JobSum> = {}) => {
  const all = { ...NO_JOBS, count, ore: count * 100_000, ...more }
  return { ...all, text: needText(need, all), leftOut: leftOutOf(all) }
}
const act = (count: number) => ({ failed: count, needs: { act: sum('act', count) } })
const yes = (count: number) => ({ pending: count, needs: { yes: sum('yes', count) } })
const plain = (found: ReturnType<typeof lead>) =>
  found && { ...found, headline: found.headline.replaceAll('\u00a0', ' ') }

describe('the sentence at the top', () => {
  it('appears once the state is known', () => {
    expect(
      leadOf({
        stats: { total: 0, successful: 0, pending: 0, failed: 0 },
        waitingForSet: 0,
        asked: 0,
        system: undefined,
        today: 0,
        unapproved: 0,
        said: [],
      }),
    ).toBeNull()
  })

  it('says that all is well, how many were transferred today, and nothing about what there is none of', () => {
    expect(lead({})).toMatchObject({
      tone: 'ok',
      headline: 'Alt i orden. 12 jobber er overført i dag.',
      step: null,
    })
    expect(lead({}, { today: 1 })?.headline).toBe('Alt i orden. 1 jobb er overført i dag.')
    expect(lead({}, { today: 0 })?.headline).toBe('Alt i orden. Ingen nye jobber i dag.')
    expect(lead({}, { today: null })?.headline).toBe('Alt i orden.')
    expect(lead({ successful: 1 })?.why).toBe('1 overføring i alt, ingen feil.')
  })

  it('says what a job must be to become a draft, and which are completed but not approved', () => {
    const approved = { jobFetchType: 'awaiting_payment' } as const
    expect(lead({ total: 0 }, { system: approved })?.why).toBe(
      'Den første jobben du fullfører og godkjenner i ServiceM8, blir et fakturautkast i Fiken.',
    )
    expect(lead({ total: 0 })?.why).toBe(
      'Den første jobben du fullfører i ServiceM8, blir et fakturautkast i Fiken.',
    )
    expect(lead({ total: 0 }, { system: approved, unapproved: 1 })).toMatchObject({
      headline: '1 fullført jobb er ikke godkjent i ServiceM8.',
      why: 'Den blir et fakturautkast i Fiken når du godkjenner den.',
    })
    expect(lead({}, { system: approved, unapproved: 2, today: 0 })?.headline).toBe(
      'Alt i orden. Ingen jobber er overført i dag.',
    )
    expect(lead({}, { system: { ...approved, isActive: false } })?.why).toBe(
      'Godkjente jobber blir liggende og vente til den slås på.',
    )
  })

  it('says how many wait, and links to them', () => {
    expect(lead({ pending: 3 })).toMatchObject({
      tone: 'wait',
      headline: 'Noe venter. 12 jobber er overført i dag, 3 venter.',
      step: { label: 'Vis ventende', panel: 'pending' },
    })
  })

  it('says on its own line what waits only for a yes, unless it is about that or the question is', () => {
    const apart = {
      label: '3 jobber venter bare på et ja, 3 000 kr.',
      href: '/transfers?status=yes',
    }
    const label = (found: ReturnType<typeof lead>) => found?.apart?.label.replaceAll('\u00a0', ' ')
    const both = { ...act(2), pending: 3, needs: { act: sum('act', 2), yes: sum('yes', 3) } }
    expect(label(lead(both))).toBe(apart.label)
    expect(label(lead(yes(3), { system: { isActive: false } }))).toBe(apart.label)
    expect(lead(both, { asked: 3 })?.apart).toBeUndefined()
    expect(plain(lead(yes(3)))).toEqual({
      tone: 'wait',
      headline: '3 jobber venter bare på et ja, 3 000 kr. 12 er overført i dag.',
      why: '',
      step: { label: 'Vis dem', href: apart.href },
    })
    expect(lead(yes(3), { asked: 3 })).toBeNull()
    expect(lead({ ...yes(3), pending: 5 }, { asked: 3 })?.headline).toBe(
      'Noe venter. 12 jobber er overført i dag, 2 venter.',
    )
  })

  it('says what the sum leaves out', () => {
    const needs = { act: sum('act', 3, { negative: 1 }) }
    expect(lead({ failed: 3, needs })?.why).toBe(
      'Årsaken og neste steg står på raden. 1 av dem har negativ sum, og er ikke med i summen.',
    )
  })

  it('needs nobody for jobs that wait for their customer’s draft, which have a line of their own', () => {
    expect(lead({ pending: 3 }, { waitingForSet: 3 })).toMatchObject({
      tone: 'ok',
      headline: 'Alt i orden. 12 jobber er overført i dag.',
      step: null,
    })
    // There are waiting jobs, so the message must not say that no jobs have arrived.
    expect(lead({ pending: 3, successful: 0 }, { waitingForSet: 3, today: 0 })).toMatchObject({
      headline: 'Alt i orden. Ingen jobber er overført i dag.',
      why: 'Ingen feil.',
    })
    expect(lead({ pending: 5 }, { waitingForSet: 3 })?.headline).toBe(
      'Noe venter. 12 jobber er overført i dag, 2 venter.',
    )
    expect(plain(lead({ ...act(1), pending: 3 }, { waitingForSet: 3 }))?.headline).toBe(
      '1 jobb trenger deg, 1 000 kr. 12 er overført i dag.',
    )
    // The two counts come from separate reads, so `waitingForSet` can be larger than `pending`.
    expect(lead({ pending: 2 }, { waitingForSet: 3 })?.tone).toBe('ok')
  })

  it('says first what is missing, then what needs a person, then that it is switched off', () => {
    const off = { isActive: false }
    expect(
      lead(act(1), { system: { fikenStatus: 'disconnected', everActive: false, ...off } }),
    ).toMatchObject({
      tone: 'info',
      headline: 'Integrasjonen er ikke satt opp ennå.',
      step: { label: 'Gå til Konfigurasjoner', href: '/configuration' },
    })
    expect(plain(lead({ ...act(1), pending: 2 }, { system: off }))).toMatchObject({
      tone: 'bad',
      headline: '1 jobb trenger deg, 1 000 kr. 12 er overført i dag.',
      step: { label: 'Vis den', href: '/transfers?status=act' },
    })
    expect(plain(lead(act(2)))?.headline).toBe(
      '2 jobber trenger deg, 2 000 kr. 12 er overført i dag.',
    )
    expect(lead({ pending: 2 }, { system: off })).toMatchObject({
      tone: 'wait',
      headline: 'Automatisk overføring er slått av. 12 jobber er overført i dag, 2 venter.',
      step: { label: 'Slå på', href: '/configuration#integrasjon' },
    })
  })

  it('says that an access is gone, with a link to approve it again, and still counts what needs the user', () => {
    expect(lead({ pending: 3 }, { system: { fikenStatus: 'reauth_required' } })).toEqual({
      tone: 'bad',
      headline: 'Tilgangen til Fiken er utløpt. 12 jobber er overført i dag, 3 venter.',
      why: 'Fiken godtar ikke lenger tilgangen vår. Jobbene venter, og fortsetter av seg selv når Fiken er koblet til på nytt og selskapet bekreftet.',
      step: {
        label: 'Godkjenn Fiken på nytt',
        href: '/configuration#fiken',
        asks: 'fiken',
        cause: 'fiken_grant_dead',
      },
    })
    expect(
      plain(
        lead(
          { ...act(2), pending: 3 },
          { system: { servicem8Status: 'reauth_required', everActive: false } },
        ),
      ),
    ).toMatchObject({
      headline:
        'Tilgangen til ServiceM8 er utløpt. 2 jobber trenger deg, 2 000 kr. 12 er overført i dag.',
      step: { label: 'Godkjenn ServiceM8 på nytt', href: '/configuration#servicem8' },
    })
  })

  it('does not repeat what the banner above says of an access, and goes on with what has failed', () => {
    const gone = { system: { fikenStatus: 'reauth_required' }, said: ['fiken'] } as const
    expect(lead({ pending: 3 }, gone)).toBeNull()
    expect(plain(lead({ ...act(2), pending: 3 }, gone))).toMatchObject({
      headline: '2 jobber trenger deg, 2 000 kr. 12 er overført i dag.',
      step: { label: 'Vis dem' },
    })
    expect(lead({}, { ...gone, said: ['servicem8'] })?.headline).toContain('Tilgangen til Fiken')
  })

  it('leaves the button to the banner below when an access ends under an open screen', () => {
    const system = { servicem8Status: 'reauth_required' } as const
    expect(lead({}, { system, saidBelow: true })).toMatchObject({
      tone: 'bad',
      why: 'Jobbene venter, og overføres når systemet er koblet til igjen.',
      step: null,
    })
  })

  it('says "not set up yet" only to a user for whom it has never been on', () => {
    const gone = { system: { fikenStatus: 'disconnected', isActive: false } } as const
    expect(lead({}, gone)).toMatchObject({
      headline: 'Fiken er koblet fra. 12 jobber er overført i dag.',
      tone: 'bad',
    })
    expect(lead({}, { system: { ...gone.system, everActive: false } })?.headline).toBe(
      'Integrasjonen er ikke satt opp ennå.',
    )
    expect(
      lead({}, { system: { needsCompany: true, isActive: false, everActive: false } })?.headline,
    ).toBe('Integrasjonen er ikke satt opp ennå.')
  })

  it('says that everything is paused until the company is chosen, with a link to choose it', () => {
    expect(
      plain(lead({ ...act(1), pending: 2 }, { system: { needsCompany: true } })),
    ).toMatchObject({
      tone: 'wait',
      headline:
        'På pause til selskapet er valgt. 1 jobb trenger deg, 1 000 kr. 12 er overført i dag.',
      step: { label: 'Velg selskap', href: '/configuration#fiken' },
    })
  })

  it('says which system does not answer while transfers wait it out, and that they continue automatically', () => {
    expect(lead({ pending: 3, notAnswering: ['fiken'] })).toMatchObject({
      tone: 'wait',
      headline: 'Fiken svarer ikke. 12 jobber er overført i dag, 3 venter.',
      why: 'Overføringene venter, og går av seg selv når Fiken svarer igjen.',
      step: { panel: 'pending' },
    })
    expect(
      plain(lead({ ...act(1), pending: 3, notAnswering: ['servicem8', 'fiken'] })),
    ).toMatchObject({
      headline: '1 jobb trenger deg, 1 000 kr. 12 er overført i dag.',
      why: 'Årsaken og neste steg står på raden. ServiceM8 og Fiken svarer ikke. Overføringene venter, og går av seg selv når ServiceM8 og Fiken svarer igjen.',
    })
  })

  it('says that it is ready before anything has happened', () => {
    expect(lead({ total: 0, successful: 0 }, { today: 0 })?.headline).toBe('Klar til å begynne.')
  })
})
