import { expect, it } from 'vitest'
import { askBeforeLeaving, mayLeave } from './unsaved.ts'

it('asks only while a screen has something to lose, and takes its answer', async () => {
  expect(await mayLeave()).toBe(true)
  const done = askBeforeLeaving(() => Promise.resolve(false))
  expect(await mayLeave()).toBe(false)
  done()
  expect(await mayLeave()).toBe(true)
})

it('keeps the question of the screen that came later', async () => {
  const first = askBeforeLeaving(() => Promise.resolve(false))
  const second = askBeforeLeaving(() => Promise.resolve(true))
  first()
  expect(await mayLeave()).toBe(true)
  second()
})
