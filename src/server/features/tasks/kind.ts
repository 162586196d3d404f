import type { ActivityType } from '#shared/contracts/activity-log'
import type { Become, ItemStatus, TaskName } from '#shared/contracts/tasks'
import type { LiveTopic } from '#shared/live-topics'
import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'

export interface Work<Parameters> {
  companyId: string
  taskId: string
  /** Who started the task; null for one that the product has started by itself. */
  actor: Actor | null
  subject: string
  parameters: Parameters
  /**
   * The start time of an earlier attempt that was killed before its outcome was recorded; otherwise
   * null. The earlier attempt might have completed the action.
   */
  begunBefore: Date | null
  /**
   * The signal that aborts reads and waits when the process stops or the task is cancelled. A write
   * that has started is completed.
   */
  signal: AbortSignal
}

export interface ItemOutcome {
  status: Exclude<ItemStatus, 'waiting'>
  message: string
  code?: string
}

/** The later state of an item whose action only starts something, such as a transfer. */
export interface Became {
  state: Become
  message: string | null
}

/**
 * A type of task over many items, declared by the feature that owns the items (`tasks` of its
 * Feature in compose.ts).
 */
export interface TaskKind<Parameters = unknown> {
  /** The name stored in the database; if it is changed, unfinished tasks are lost. */
  name: TaskName
  activity: ActivityType
  topics: readonly LiveTopic[]
  read(stored: Record<string, unknown>): Parameters
  title(parameters: Parameters, total: number): string
  done(parameters: Parameters, count: number): string
  /** A sentence for the activity log that says where to find the items later. */
  where?: string
  /** The maximum number of items in a task; MOST_ITEMS if undefined. */
  mostItems?: number
  /**
   * True for a task for which no user waits; after a few seconds, tasks that a user has started
   * take precedence.
   */
  inBackground?: true
  /**
   * True for items that need the vendors: if a connection has ended, or no company is chosen, the
   * task waits for the user and continues from the same item. The declaring feature calls
   * `resumeTasks` once the user has acted. Without this flag, such an item fails.
   */
  waitsForConnections?: true
  /**
   * Returns the later state, by subject, of items whose action only started something; null when
   * the parameters' action is complete in itself. An item without a state has been deleted.
   */
  became?(
    db: Db,
    companyId: string,
    parameters: Parameters,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, Became>> | null
  /**
   * Performs the action for one item. If a process is killed after the action but before the
   * outcome is recorded, the item is run again with `begunBefore`, so repeating the action must be
   * harmless.
   * @throws HttpError 400, 403, 404 or 409 when the item is skipped for that reason; other
   * HttpErrors, errors about the connections (see waitsForConnections) and vendors' errors mean
   * that the item failed. Any other error thrown after the signal has aborted says nothing about
   * the item
   */
  run(platform: Platform, work: Work<Parameters>): Promise<ItemOutcome>
}
