import type { Result } from './figures.ts'
import type { BenchWorld, DatabaseKind, Pace } from './world.ts'

export interface Stage {
  kind: DatabaseKind
  /**
   * When true, sizes are tiny: this only proves that the benchmark still runs, and its ratios mean
   * nothing.
   */
  smoke: boolean
  /** Minutes for which the product is idle before the `memory` benchmark gives it work. */
  idleMinutes: number
  /**
   * Starts a new world (product, database and sandbox), runs `work` in it and stops it afterwards.
   */
  inWorld<T>(
    pace: Pace,
    work: (world: BenchWorld) => Promise<T>,
    env?: Record<string, string>,
  ): Promise<T>
  say(text: string): void
  note(title: string, text: string): void
}

export type Figure = (stage: Stage) => Promise<Result[]>
