import type { Locator, Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import type { NewFault } from '#sandbox/http/faults'
import type { NewJobLine } from '#sandbox/servicem8/workshop'
import type { TransferCause } from '../catalogue/transfers.ts'
import { askForConsent, type Customer } from '../people/customer.ts'
import { failingFor, finishJob, type FinishedJob } from '../people/finished-jobs.ts'
import { startWorld, type TestWorld } from '../world/world.ts'
import { useBrowser } from './browser.ts'
import { rowOf } from './screen.ts'

const EXPECTED = [/Failed to load resource/]

export function useStoppedTransfers<Key extends string>(causes: Record<Key, TransferCause>) {
  let world: TestWorld
  const browser = useBrowser(() => world)
  beforeAll(async () => {
    world = await startWorld()
    askForConsent(world)
  })
  const walked = new Set<Key>()

  const row = (page: Page, { name }: FinishedJob) => rowOf(page, 'Overføringer', name)
  return {
    world: () => world,
    walked,
    row,
    finish: (customer: Customer, fields?: Record<string, unknown>, lines?: NewJobLine[]) =>
      finishJob(world, customer, fields, lines),
    failing: (customer: Customer, ...faults: NewFault[]) => failingFor(world, customer, ...faults),
    done: (page: Page, job: FinishedJob) => row(page, job).getByText('Fullført').waitFor(),

    async reads(place: Locator, key: Key): Promise<void> {
      walked.add(key)
      for (const text of causes[key].says)
        await place.getByText(text).filter({ visible: true }).first().waitFor()
    },

    async open(customer: Customer, address = '/transfers', width = 1280): Promise<Page> {
      const page = await browser.openPage({ as: customer, expected: EXPECTED, width })
      await page.goto(address)
      return page
    },
  }
}
