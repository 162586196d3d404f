import type { Platform } from './platform.ts'

/**
 * The moments that features announce to those above them, with their payloads. Each is declared by
 * the feature in which it happens, which augments this interface, so that a feature knows nothing
 * of those above it.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Moments {}

/** A feature's reactions to the moments of the features below it. */
export type Reactions = {
  [Moment in keyof Moments]?: (platform: Platform, event: Moments[Moment]) => Promise<void>
}

export interface Hooks {
  /**
   * Runs every feature's reaction in the order of compose.ts. A failing one does not keep the
   * others from running.
   * @throws the first failure, once all have run
   */
  run<Moment extends keyof Moments>(moment: Moment, event: Moments[Moment]): Promise<void>
}

/** @param platform called late, because hooks are a part of it */
export function createHooks(reactions: readonly Reactions[], platform: () => Platform): Hooks {
  return {
    async run(moment, event) {
      const failures: unknown[] = []
      for (const { [moment]: react } of reactions) {
        try {
          await react?.(platform(), event)
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}
