import type { Result } from './figures.ts'
import type { BenchWorld, DatabaseKind, Pace } from './world.ts'

/** The conditions under which a figure is measured. */
export interface Stage {
  kind: DatabaseKind
  /** Tiny sizes: proves that the benchmark still runs; its ratios mean nothing. */
  smoke: boolean
  /** Minutes that the product stands by before `memory` gives it work. */
  idleMinutes: number
  /** Runs the work in a new world, which is stopped afterwards. */
  inWorld<T>(
    pace: Pace,
    work: (world: BenchWorld) => Promise<T>,
    env?: Record<string, string>,
  ): Promise<T>
  say(text: string): void
  /** Adds text to the table's notes, such as a profile. */
  note(title: string, text: string): void
}

export type Figure = (stage: Stage) => Promise<Result[]>
