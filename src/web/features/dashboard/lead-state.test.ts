import { describe, expect, it } from 'vitest'
import type { Stats, SystemStatus } from './dashboard-state.ts'
import { leadOf } from './lead-state.ts'

const SYSTEM: SystemStatus = {
  servicem8Connected: true,
  fikenConnected: true,
  webhookActive: true,
  lastWebhookTime: null,
  isActive: true,
  servicem8Account: null,
  fikenAccount: null,
  lastSyncAt: null,
}

function lead(changes: Partial<Stats>, more: { system?: Partial<SystemStatus>; today?: number | null } = {}) {
  const stats = { total: 40, successful: 40, pending: 0, failed: 0, ...changes }
  return leadOf({ stats, system: { ...SYSTEM, ...more.system }, today: more.today === undefined ? 12 : more.today })
}

describe('the sentence on top', () => {
  it('comes when it is known how things are', () => {
    expect(leadOf({ stats: { total: 0, successful: 0, pending: 0, failed: 0 }, system: undefined, today: 0 })).toBeNull()
  })

  it('says that all is well, how many were transferred today, and that none waits', () => {
    expect(lead({})).toMatchObject({ tone: 'ok', headline: 'Alt i orden: 12 jobber overført i dag, 0 venter', step: null })
    expect(lead({}, { today: 1 })?.headline).toBe('Alt i orden: 1 jobb overført i dag, 0 venter')
    expect(lead({}, { today: 0 })?.headline).toBe('Alt i orden: ingen jobber overført i dag, 0 venter')
    expect(lead({}, { today: null })?.headline).toBe('Alt i orden: 0 venter')
    expect(lead({ successful: 1 })?.why).toBe('1 overføring i alt, ingen feil.')
  })

  it('says how many wait, and opens them', () => {
    expect(lead({ pending: 3 })).toMatchObject({
      tone: 'wait',
      headline: 'Noe venter: 12 jobber overført i dag, 3 venter',
      step: { label: 'Vis ventende', panel: 'pending' },
    })
  })

  it('says first what is missing, then what needs a person, then that it is switched off', () => {
    const off = { isActive: false }
    expect(lead({ failed: 1 }, { system: { fikenConnected: false, ...off } })).toMatchObject({
      tone: 'info',
      headline: 'Integrasjonen er ikke satt opp ennå.',
      step: { label: 'Gå til konfigurasjon', href: '/configuration' },
    })
    expect(lead({ failed: 1, pending: 2 }, { system: off })).toMatchObject({
      tone: 'bad',
      headline: '1 overføring trenger deg: 12 jobber overført i dag, 2 venter',
      step: { label: 'Vis feilede', panel: 'failed' },
    })
    expect(lead({ failed: 2 })?.headline).toBe('2 overføringer trenger deg: 12 jobber overført i dag, 0 venter')
    expect(lead({ pending: 2 }, { system: off })).toMatchObject({
      tone: 'wait',
      headline: 'Automatisk overføring er slått av: 12 jobber overført i dag, 2 venter',
      step: { label: 'Slå på', href: '/configuration#integrasjon' },
    })
  })

  it('says that it is ready before anything has happened', () => {
    expect(lead({ total: 0, successful: 0 }, { today: 0 })?.headline).toBe('Klar til å begynne.')
  })
})
