import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { addressOf, connectionsFor, waitText } from './limits.ts'

const from = (ip: string) => addressOf({ ip } as FastifyRequest)

describe('what a limit counts by', () => {
  it('is the address, and for IPv6 the whole network of one customer', () => {
    expect(from('192.0.2.7')).toBe('192.0.2.7')
    expect(from('::ffff:192.0.2.7')).toBe('192.0.2.7')
    expect(from('2001:db8:1:2:aaaa::1')).toBe(from('2001:db8:1:2:bbbb:cccc:dddd:eeee'))
    expect(from('2001:db8::1')).toBe(from('2001:db8:0:0::2'))
    expect(from('2001:db8:1:3::1')).not.toBe(from('2001:db8:1:2::1'))
    expect(from('::1')).toBe('0:0:0:0::/64')
  })
})

describe('how long to wait, in words', () => {
  it.each([
    [0, '1 sekund'],
    [1_001, '2 sekunder'],
    [59_000, '59 sekunder'],
    [59_001, '1 minutt'],
    [61_000, '2 minutter'],
  ])('%i ms is "%s"', (ms, text) => {
    expect(waitText(ms)).toBe(text)
  })
})

describe('how many connections are accepted at a time', () => {
  it('is half of what the system allows, and never more than five thousand', () => {
    expect(connectionsFor(1_024, 'postgres')).toBe(512)
    expect(connectionsFor(1_000_000, 'postgres')).toBe(5_000)
    expect(connectionsFor('unlimited', 'embedded')).toBe(5_000)
    expect(connectionsFor(undefined, 'postgres')).toBe(5_000)
  })

  it('leaves the embedded database the files it keeps open, and a user a way in', () => {
    expect(connectionsFor(4_096, 'embedded')).toBe(2_048)
    expect(connectionsFor(800, 'embedded')).toBe(288)
    expect(connectionsFor(256, 'embedded')).toBe(16)
  })
})
