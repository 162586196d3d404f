import type { Access } from './access.ts'
import type { Attachment } from './types.ts'

export interface Attachments {
  /** Lists a job's files, deleted files included. Needs {@link ATTACHMENT_SCOPES}. */
  ofJob(jobUuid: string, signal?: AbortSignal): Promise<Attachment[]>
  /**
   * Downloads a file and passes its bytes to `into` as they arrive; calls `into` again if the first
   * attempt fails. Throws `bad_answer` when the response is not a file.
   */
  download(
    uuid: string,
    into: (file: ReadableStream<Uint8Array>) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<void>
}

/** The timeout for downloading a file in milliseconds, long enough for a large photo. */
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
