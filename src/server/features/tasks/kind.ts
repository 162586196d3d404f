import type { ActivityType } from '#shared/contracts/activity-log'
import type { Become, ItemStatus, TaskName } from '#shared/contracts/tasks'
import type { LiveTopic } from '#shared/live-topics'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'

/** One item of a task as its kind is given it. */
export interface Work<Parameters> {
  userId: string
  taskId: string
  /** What the item is: whatever the kind wrote when the task was started. */
  subject: string
  parameters: Parameters
  /**
   * When this item was begun by a run that was killed before it recorded the outcome; null if it
   * was not. The act may have been done then.
   */
  begunBefore: Date | null
  /**
   * Aborts when the process stops, or the task is cancelled: for what the act reads and waits for.
   * A write that has begun is finished.
   */
  signal: AbortSignal
}

export interface ItemOutcome {
  status: Exclude<ItemStatus, 'waiting'>
  /** Norwegian, for the person. */
  message: string
  code?: string
}

/** What has become of an item that an act has started. */
export interface Became {
  state: Become
  /** Norwegian: why it failed, or what it waits for. */
  message: string | null
}

/**
 * A kind of work over many items, declared by the feature that owns the items (`tasks` of its
 * Feature in compose.ts).
 */
export interface TaskKind<Parameters = unknown> {
  /** Stored: a kind that is renamed leaves its open tasks behind. */
  name: TaskName
  /** The type of the entry in the activity log. */
  activity: ActivityType
  /** What an item changes on open screens. */
  topics: readonly LiveTopic[]
  /** The stored parameters, read back. */
  read(stored: Record<string, unknown>): Parameters
  /** What is done to how many, e.g. "Prøv 25 jobber igjen". */
  title(parameters: Parameters, total: number): string
  /** What has been done, e.g. "25 jobber er satt i kø". */
  done(parameters: Parameters, count: number): string
  /** Where its items are found once nobody follows it: a sentence for the entry in the log. */
  where?: string
  /** The most items that one task takes, where it is not MOST_ITEMS. */
  mostItems?: number
  /** Nobody waits for it: it gives way to what a person has started, after a few seconds. */
  inBackground?: true
  /**
   * Its items need the vendors: where a connection has ended, or no company is chosen, the task
   * waits for the person, and goes on from that item. Whoever declares it calls `resumeTasks` when
   * they have. Otherwise such an item has failed.
   */
  waitsForConnections?: true
  /**
   * Where the act only starts something: what has become of these items, by subject. One that is
   * missing is gone. Null: with these parameters the act is all there is.
   */
  became?(
    db: Db,
    userId: string,
    parameters: Parameters,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, Became>> | null
  /**
   * Does the act to one item. A process may be killed after the act and before its outcome is
   * recorded: the item is then run again with `begunBefore`, and doing the act twice must be
   * harmless.
   *
   * @throws HttpError 400, 403, 404, 409: the item is left alone, with that reason; one about the
   *   connections (see waitsForConnections), any other HttpError, and a vendor's error: it has failed. Whatever is thrown
   *   once the signal has aborted, but for an HttpError, says nothing about the item
   */
  run(platform: Platform, work: Work<Parameters>): Promise<ItemOutcome>
}
