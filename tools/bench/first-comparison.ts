import { saveConfiguration } from '#shared/contracts/configuration'
import { readComparison } from '#shared/contracts/products/comparison'
import { createVisitor } from '#test/support/people/browserless'
import { until } from '#test/support/wait'
import { consent, signUp } from '#test/support/world/world'
import { compared, ms, percentile, type Result } from './support/figures.ts'
import type { TenantFacts } from './support/sandbox.ts'
import type { Stage } from './support/stage.ts'
import type { BenchWorld } from './support/world.ts'

const LATENCY_MS = 50
const TARGET_MS = 1_500
const PRODUCTS = 2

/**
 * Measures how long a new user waits for the first comparison of products: from the moment the
 * company is chosen, with the screen open and two products in each system, at production pace.
 */
export async function firstComparison(stage: Stage): Promise<Result[]> {
  const people = stage.smoke ? 1 : 5
  return stage.inWorld({}, async (world) => {
    await world.sandbox.ask('latency', LATENCY_MS)
    await world.sandbox.ask('throttle', 4)
    const taken: number[] = []
    while (taken.length < people) taken.push(await oneUser(world, taken.length))
    stage.say(`n=${people} longest ${ms(Math.max(...taken))}`)
    const what = `first comparison of ${PRODUCTS} products in each system, p50 / ${TARGET_MS} ms`
    return [compared(what, ms, percentile(taken, 0.5), TARGET_MS, { most: 1 })]
  })
}

async function oneUser(world: BenchWorld, number: number): Promise<number> {
  const tenant = await world.sandbox.ask<TenantFacts>('tenant', `Hylle ${number} AS`)
  const { account, fikenUser, slug } = tenant
  await world.sandbox.ask('keepProducts', { account, slug, count: PRODUCTS })
  const visitor = await signUp({ visitor: () => createVisitor(world.url) })
  await consent(visitor, 'servicem8', account)
  await consent(visitor, 'fiken', fikenUser)
  await visitor.call(saveConfiguration, { body: { fikenCompanySlug: slug } })
  const chosenAt = performance.now()
  await until('the comparison', async () => {
    const { comparison } = await visitor.call(readComparison)
    return comparison !== null
  })
  return performance.now() - chosenAt
}
