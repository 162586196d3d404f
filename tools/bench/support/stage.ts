import type { Result } from './figures.ts'
import type { BenchWorld, DatabaseKind, Pace } from './world.ts'

/** Where a figure is taken. */
export interface Stage {
  kind: DatabaseKind
  /** Tiny sizes: proves that the benchmark still runs; its ratios mean nothing. */
  smoke: boolean
  /** How long the product stands by before `memory` gives it work, in minutes. */
  idleMinutes: number
  start(pace: Pace, env?: Record<string, string>): Promise<BenchWorld>
  say(text: string): void
  /** Text for the table's notes, such as a profile. */
  note(title: string, text: string): void
}

export type Figure = (stage: Stage) => Promise<Result[]>
