import type { Platform } from './platform.ts'

/**
 * Events that features publish to the features above them. The feature in which an event happens
 * declares it by augmenting this interface, so that it does not depend on the features above it.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Moments {}

export type Reactions = {
  [Moment in keyof Moments]?: (platform: Platform, event: Moments[Moment]) => Promise<void>
}

export interface Hooks {
  /**
   * Runs every feature's handler in the order of compose.ts. A failing handler does not prevent the
   * other handlers from running.
   * @throws the first handler's error, once all have run
   */
  run<Moment extends keyof Moments>(moment: Moment, event: Moments[Moment]): Promise<void>
}

/**
 * Creates the hooks.
 * @param platform evaluated only when a handler runs, because the platform contains the hooks
 */
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
