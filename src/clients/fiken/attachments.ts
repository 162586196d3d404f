import { ExternalError } from '../http/external-error.ts'
import type { Access, SendOptions } from './access.ts'
import { parseAttached } from './attached-file.ts'
import type { AttachedFile, AttachmentPlace } from './types.ts'

export interface NewAttachment {
  /**
   * The file name, made by `ownFileName`. Fiken derives the content type from it. On a draft, it is
   * also sent as the comment.
   */
  name: string
  /** A file on disk (`openAsBlob`), so that the upload is streamed. */
  file: Blob
}

export interface Attachments {
  /**
   * Lists the files on a draft or invoice. Throws `not_found` when the draft is deleted or issued.
   */
  list(place: AttachmentPlace, signal?: AbortSignal): Promise<AttachedFile[]>
  /**
   * Adds a file and returns Fiken's id of the file. Throws `unknown_outcome` after a timeout, a 5xx
   * or a response without an id; the caller must then check the list, because Fiken accepts two
   * files with the same name.
   */
  add(place: AttachmentPlace, attachment: NewAttachment, options?: SendOptions): Promise<string>
}

export function createAttachments(access: Access, root: string): Attachments {
  const pathOf = ({ kind, id }: AttachmentPlace) =>
    `${root}/invoices${kind === 'draft' ? '/drafts' : ''}/${id}/attachments`
  return {
    async list(place, signal) {
      const path = pathOf(place)
      const { body, requestId } = await access.send({ method: 'GET', path, signal })
      if (Array.isArray(body)) return body.map(parseAttached)
      const details = 'not a list'
      const doing = `GET ${path}`
      throw new ExternalError({ vendor: 'fiken', kind: 'bad_answer', doing, requestId, details })
    },
    async add(place, { name, file }, { beforeSend } = {}) {
      const path = pathOf(place)
      const upload = () => {
        const form = new FormData()
        form.set('filename', name)
        // Fiken does not document which field shows the name.
        if (place.kind === 'draft') form.set('comment', name)
        form.set('file', file, name)
        return form
      }
      const { headers, status, requestId } = await access.send({
        method: 'POST',
        path,
        upload,
        beforeSend,
      })
      const id = lastSegment(headers.get('location'))
      if (id !== '') return id
      throw new ExternalError({
        vendor: 'fiken',
        kind: 'unknown_outcome',
        doing: `POST ${path}`,
        status,
        requestId,
        details: 'the answer names no id (Location)',
      })
    },
  }
}

/** Returns a file's id from a Location header; the id is a uuid, not a number. */
function lastSegment(location: string | null): string {
  return /\/attachments\/([^/?#]+)\/?(?:[?#].*)?$/.exec(location ?? '')?.[1] ?? ''
}
