import { describe, expect, it, vi } from 'vitest'
import { readShared } from './sync.ts'

const LIST = ['user', 'products', 'slug']

describe('the first reading of a list', () => {
  it('is made once, whoever else wants it meanwhile', async () => {
    const read = vi.fn(() => Promise.resolve(3))
    expect(await Promise.all([readShared(LIST, read), readShared(LIST, read)])).toEqual([3, 3])
    expect(read).toHaveBeenCalledTimes(1)
  })

  it('of another list, or a later one, is another', async () => {
    const read = vi.fn(() => Promise.resolve(3))
    await Promise.all([readShared(LIST, read), readShared(['other', ...LIST.slice(1)], read)])
    await readShared(LIST, read)
    expect(read).toHaveBeenCalledTimes(3)
  })

  it('that fails is made again by whoever has waited for it', async () => {
    const failing = () => Promise.reject(new Error('away'))
    const first = readShared(LIST, failing)
    const second = readShared(LIST, () => Promise.resolve(5))
    await expect(first).rejects.toThrow('away')
    expect(await second).toBe(5)
    await expect(readShared(LIST, failing)).rejects.toThrow('away')
  })
})
