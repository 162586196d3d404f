import type { ActivityType } from '#shared/contracts/activity-log'
import type { Become, ItemStatus, TaskName } from '#shared/contracts/tasks'
import type { LiveTopic } from '#shared/live-topics'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'

export interface Work<Parameters> {
  userId: string
  taskId: string
  /** The item: the text that the kind stored when the task was started. */
  subject: string
  parameters: Parameters
  /**
   * The start of an earlier run that was killed before it recorded the outcome; otherwise null. The
   * act may have been done then.
   */
  begunBefore: Date | null
  /**
   * Aborts when the process stops, or the task is cancelled: for reads and waits. A write that has
   * begun is finished.
   */
  signal: AbortSignal
}

export interface ItemOutcome {
  status: Exclude<ItemStatus, 'waiting'>
  /** Norwegian, shown to the user. */
  message: string
  code?: string
}

/** The later state of an item that the act has only started. */
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
  /** Stored: renaming a kind strands its open tasks. */
  name: TaskName
  activity: ActivityType
  /** The topics of the screens that an item changes. */
  topics: readonly LiveTopic[]
  read(stored: Record<string, unknown>): Parameters
  /** The task in words, such as "Prøv 25 jobber igjen". */
  title(parameters: Parameters, total: number): string
  /** The result in words, such as "25 jobber er satt i kø". */
  done(parameters: Parameters, count: number): string
  /** A sentence for the log saying where the items are found later. */
  where?: string
  /** The most items in one task; MOST_ITEMS when left out. */
  mostItems?: number
  /**
   * Marks work that no user waits for: after a few seconds it gives way to tasks that a user has
   * started.
   */
  inBackground?: true
  /**
   * The items need the vendors: where a connection has ended, or no company is chosen, the task
   * waits for the user, and continues from that item. The declaring feature calls `resumeTasks`
   * once that is fixed. Without this, such an item has failed.
   */
  waitsForConnections?: true
  /**
   * Returns the later state of items that the act has only started, by subject. A missing one is
   * gone. Null when, with these parameters, the act is everything.
   */
  became?(
    db: Db,
    userId: string,
    parameters: Parameters,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, Became>> | null
  /**
   * Performs the act on one item. A process may be killed after the act and before its outcome is
   * recorded: the item is then run again with `begunBefore`, and doing the act twice must be
   * harmless.
   * @throws HttpError 400, 403, 404, 409: the item is left alone, with that reason; one about the
   * connections (see waitsForConnections), any other HttpError, and a vendor's error: it has
   * failed. Anything but an HttpError thrown once the signal has aborted says nothing about the
   * item
   */
  run(platform: Platform, work: Work<Parameters>): Promise<ItemOutcome>
}
