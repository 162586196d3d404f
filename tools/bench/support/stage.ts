import type { Result } from './figures.ts'
import type { BenchWorld, DatabaseKind, Pace } from './world.ts'

export interface Stage {
  kind: DatabaseKind
  /** True for tiny sizes, which prove only that the benchmark runs; its ratios mean nothing. */
  smoke: boolean
  /** Minutes for which the product is idle before the `memory` benchmark gives it work. */
  idleMinutes: number
  /** Minutes for which the `hour` benchmark loads the product. */
  minutes: number
  /** Starts product, database and sandbox, runs `work` in them and stops them. */
  inWorld<T>(
    pace: Pace,
    work: (world: BenchWorld) => Promise<T>,
    env?: Record<string, string>,
  ): Promise<T>
  say(text: string): void
  note(title: string, text: string): void
}

export type Figure = (stage: Stage) => Promise<Result[]>
