import { afterEach, beforeEach, expect, it } from 'vitest'
import { memoryPlatform } from '#test/support/world/memory-platform'
import { until } from '#test/support/wait'
import { wakeLaneOf } from './lane.ts'

const unheard: unknown[] = []
const note = (reason: unknown) => unheard.push(reason)

beforeEach(() => {
  process.on('unhandledRejection', note)
})
afterEach(() => {
  process.off('unhandledRejection', note)
})

it('a lane that is woken while the database is unavailable costs a line in the log, and nothing else', async () => {
  const { platform, addUser, close, logged } = await memoryPlatform()
  const companyId = await addUser()
  await close()
  wakeLaneOf(platform, companyId)
  await until(
    'the failure to be logged',
    () => unheard.length > 0 || logged().includes('a lane was not woken'),
  )
  expect(unheard).toEqual([])
})
