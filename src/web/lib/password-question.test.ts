import { expect, it } from 'vitest'
import { answerPasswordQuestion, askForPassword, isPasswordAsked, subscribeToPasswordQuestion } from './password-question.ts'

it('is one question for all the calls that meet it, and the next call asks anew', async () => {
  let told = 0
  const unsubscribe = subscribeToPasswordQuestion(() => (told += 1))
  const both = Promise.all([askForPassword(), askForPassword()])
  expect(isPasswordAsked()).toBe(true)
  answerPasswordQuestion(true)
  expect(await both).toEqual([true, true])
  expect(isPasswordAsked()).toBe(false)
  const next = askForPassword()
  answerPasswordQuestion(false)
  expect(await next).toBe(false)
  expect(told).toBe(5)
  unsubscribe()
})

it('is not answered beforehand', async () => {
  answerPasswordQuestion(true)
  const asked = askForPassword()
  answerPasswordQuestion(false)
  expect(await asked).toBe(false)
})
