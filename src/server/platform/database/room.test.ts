import { describe, expect, it, vi } from 'vitest'
import { createRoom, RESERVE_BYTES } from './room.ts'

const refusal = (code: string) =>
  // Drizzle wraps the driver's errors in this way.
  new Error('Failed query', {
    cause: Object.assign(new Error('No space left on device'), { code }),
  })

describe('the room on the disk', () => {
  it('is gone before the last byte is, and back when there is some again', () => {
    let free = RESERVE_BYTES
    const room = createRoom('/somewhere', () => free)
    expect(room.isFull()).toBe(false)
    free -= 1
    expect(room.isFull()).toBe(true)
    expect(room.free()).toBe(RESERVE_BYTES - 1)
    free = RESERVE_BYTES
    expect(room.isFull()).toBe(false)
  })

  it.each(['53100', 'ENOSPC'])('is gone for a minute when a write was refused with %s', (code) => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000)
    const room = createRoom('/somewhere', () => Number.MAX_SAFE_INTEGER)
    room.note(refusal(code))
    expect(room.isFull()).toBe(true)
    now.mockReturnValue(1_060_000)
    expect(room.isFull()).toBe(false)
    now.mockRestore()
  })

  it('is not judged by what else a database refuses', () => {
    const room = createRoom('/somewhere', () => Number.MAX_SAFE_INTEGER)
    for (const error of [refusal('23505'), refusal('53300'), new Error('53100'), '53100', null])
      room.note(error)
    expect(room.isFull()).toBe(false)
  })

  it('is seen where the folder itself is not made yet', () => {
    expect(createRoom('/no/such/folder').free()).toBeGreaterThan(0)
  })
})
