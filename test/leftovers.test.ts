import { expect, test } from 'vitest'
import { createFaults, type NewFault } from '#sandbox/http/faults'
import type { Sandbox } from '#sandbox/start'
import { clearFaults, stopLeftovers, stoppedAtEnd } from './support/runner/leftovers.ts'

test('a world that its file has not stopped is stopped before the next file, and no other is', async () => {
  const stopped: string[] = []
  const stopOf = (name: string) =>
    stoppedAtEnd(() => {
      stopped.push(name)
      return Promise.resolve()
    })
  const stopIt = stopOf('stopped by its file')
  stopOf('left behind')
  await stopIt()
  await stopLeftovers()
  await stopLeftovers()
  await stopIt()
  expect(stopped).toEqual(['stopped by its file', 'left behind'])
})

test('the faults of a running world end with the test', async () => {
  const fault: NewFault = { kind: 'status' }
  const worldOf = () => {
    const faults = createFaults(Math.random, () => 0)
    faults.add(fault)
    const sandbox = { world: { faults } } as Sandbox
    return { faults, stop: stoppedAtEnd(() => Promise.resolve(), sandbox) }
  }
  const [left, stopped] = [worldOf(), worldOf()]
  await stopped.stop()
  clearFaults()
  expect([left, stopped].map(({ faults }) => faults.rules.length)).toEqual([0, 1])
  await left.stop()
})
