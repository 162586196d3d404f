import { expect, test } from 'vitest'
import { leftUntilStopped, stopLeftovers } from './support/runner/leftovers.ts'

test('a world that its file has not stopped is stopped before the next file, and no other is', async () => {
  const stopped: string[] = []
  const stopOf = (name: string) =>
    leftUntilStopped(() => {
      stopped.push(name)
      return Promise.resolve()
    })
  const stopIt = stopOf('stopped by its file')
  stopOf('left behind')
  await stopIt()
  await stopLeftovers()
  await stopLeftovers()
  expect(stopped).toEqual(['stopped by its file', 'left behind'])
})
