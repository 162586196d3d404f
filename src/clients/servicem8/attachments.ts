import type { Access } from './access.ts'
import type { Attachment } from './types.ts'

export interface Attachments {
  /** Lists a job's files, deleted ones included. Needs {@link ATTACHMENT_SCOPES}. */
  ofJob(jobUuid: string, signal?: AbortSignal): Promise<Attachment[]>
  /**
   * Passes the bytes to `into` as they arrive; `into` is called again when the first attempt breaks
   * off. `bad_answer` when the answer is no file.
   */
  download(
    uuid: string,
    into: (file: ReadableStream<Uint8Array>) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<void>
}

/** Allows for a photo of a phone with bad coverage. */
const FILE_TIMEOUT_MS = 60_000

export function createAttachments(access: Access, ofJob: Attachments['ofJob']): Attachments {
  return {
    ofJob,
    async download(uuid, into, signal) {
      await access.send({
        method: 'GET',
        path: `/api_1.0/Attachment/${encodeURIComponent(uuid)}.file`,
        into,
        signal,
        timeoutMs: FILE_TIMEOUT_MS,
      })
    },
  }
}
