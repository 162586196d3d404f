import { expect, it } from 'vitest'
import {
  answerPasswordQuestion,
  askForPassword,
  isPasswordAsked,
  subscribeToPasswordQuestion,
} from './password-question.ts'

it('is one question for all the calls that need it, and the next call asks again', async () => {
  let calls = 0
  const unsubscribe = subscribeToPasswordQuestion(() => (calls += 1))
  const both = Promise.all([askForPassword(), askForPassword()])
  expect(isPasswordAsked()).toBe(true)
  answerPasswordQuestion(true)
  expect(await both).toEqual([true, true])
  expect(isPasswordAsked()).toBe(false)
  const next = askForPassword()
  answerPasswordQuestion(false)
  expect(await next).toBe(false)
  expect(calls).toBe(5)
  unsubscribe()
})

it('is not answered in advance', async () => {
  answerPasswordQuestion(true)
  const asked = askForPassword()
  answerPasswordQuestion(false)
  expect(await asked).toBe(false)
})
