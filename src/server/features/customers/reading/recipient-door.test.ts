import { describe, expect, it } from 'vitest'
import { parseAddress } from './address.ts'
import type { Recipient } from './recipient.ts'
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
      'Storgata nr. 01, 5003 Bergen',
      'Storgata 1, 2. etg\n5003 Bergen',
      'Storgata 1 2. etasje\n5003 Bergen',
      'Avd. Vest\nStor gata 1\n5003 Bergen',
    ])
      expect(door(text)).toBe(storgata)
    expect(door('Storgata 2\n5003 Bergen')).not.toBe(storgata)
    expect(door('Storgata 1\n0155 Oslo')).not.toBe(storgata)
    expect(door('Storgata 1 A\n5003 Bergen')).not.toBe(storgata)
  })
  it('is a flat’s where one is stated, wherever it is written', () => {
    const flat = door('Storgata 1 H0201\n5003 Bergen')
    expect(door('Storgata 1, H0201\n5003 Bergen')).toBe(flat)
    expect(door('H0201, Storgata 1\n5003 Bergen')).toBe(flat)
    expect(door('Storgata 1, H0202\n5003 Bergen')).not.toBe(flat)
    expect(door('Leilighet 201, Storgata 1\n5003 Bergen')).not.toBe(
      door('Leilighet 201, Storgata 2\n5003 Bergen'),
    )
  })
  it.each(['PB 12', 'Pb. 12 Sentrum', 'P.O. Box 12', 'Boks 12', 'Postboks 12 Sentrum'])(
    'is the post box, also as %s',
    (box) => {
      expect(door(`${box}\n5003 Bergen`)).toBe(door('Postboks 12\n5003 Bergen'))
    },
  )
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
