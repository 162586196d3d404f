import { describe, expect, it } from 'vitest'
import { parseAddress } from '../address.ts'
import type { Recipient } from '../recipient.ts'
import { doorOf } from './recipient-door.ts'

const door = (text: string, changes: Partial<Pick<Recipient, 'memberNumber' | 'source'>> = {}) =>
  doorOf({ memberNumber: null, source: 'job_billing', address: parseAddress(text), ...changes })
    ?.key ?? null

describe('the door of a recipient', () => {
  it('is the same however the street is written, and whoever opens the letters', () => {
    const storgata = door('Storgata 1\n5003 Bergen')
    expect(storgata).not.toBeNull()
    for (const text of [
      'Storgt. 1, 5003 Bergen',
      'c/o Bergen Forvaltning\nStorgata 1\n5003 Bergen',
      'Storgata 1\nc/o Kari Moe\nNO-5003 BERGEN',
    ])
      expect(door(text)).toBe(storgata)
    expect(door('Storgata 2\n5003 Bergen')).not.toBe(storgata)
    expect(door('Storgata 1\n0155 Oslo')).not.toBe(storgata)
  })
  it('is unknown of a client itself, of a job’s site, and where the address is not whole', () => {
    const text = 'Storgata 1\n5003 Bergen'
    expect(door(text, { memberNumber: 'client-1' })).toBeNull()
    for (const source of ['job_address', 'client_address', 'none'] as const)
      expect(door(text, { source })).toBeNull()
    for (const source of ['override', 'client_billing'] as const)
      expect(door(text, { source })).not.toBeNull()
    expect(door('Storgata 1')).toBeNull()
    expect(door('c/o Bergen Forvaltning\n5003 Bergen')).toBeNull()
    expect(doorOf({ memberNumber: null, source: 'override', address: null })).toBeNull()
  })
})
