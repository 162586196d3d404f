import { expect, test } from 'vitest'
import { inStep, type InStep } from './in-step.ts'

function work(name: string, steps: number, said: string[]): InStep {
  return async (pause) => {
    for (let step = 1; step <= steps; step += 1) {
      if (step > 1) await pause()
      said.push(`${name}${step} begins`)
      await new Promise((resolve) => setImmediate(resolve))
      said.push(`${name}${step} ends`)
    }
  }
}

const between = (said: string[]) => () => {
  said.push('between')
  return Promise.resolve()
}

test('only one works at a time, and nobody goes on before all have come as far', async () => {
  const said: string[] = []
  await inStep([work('a', 2, said), work('b', 3, said), work('c', 1, said)], between(said))
  expect(said).toEqual([
    ...['a1 begins', 'a1 ends', 'b1 begins', 'b1 ends', 'c1 begins', 'c1 ends', 'between'],
    ...['a2 begins', 'a2 ends', 'b2 begins', 'b2 ends', 'between'],
    ...['b3 begins', 'b3 ends'],
  ])
})

test('one that fails holds nobody up, and is reported when all have ended', async () => {
  const said: string[] = []
  const fails: InStep = async (pause) => {
    await pause()
    throw new Error('fails')
  }
  await expect(inStep([fails, work('b', 2, said)], between(said))).rejects.toThrow('fails')
  expect(said).toEqual(['b1 begins', 'b1 ends', 'between', 'b2 begins', 'b2 ends'])
})

test('nothing to do is done at once', async () => {
  await inStep([], () => Promise.reject(new Error('nobody has paused')))
})
