import { ExternalError } from '../http/external-error.ts'
import type { Access, SendOptions } from './access.ts'
import { parseAttached } from './attached-file.ts'
import type { AttachedFile, AttachmentPlace } from './types.ts'

export interface NewAttachment {
  /**
   * Made by `ownFileName`; Fiken derives the content type from it. On a draft, also sent as the
   * comment.
   */
  name: string
  /** On disk (`openAsBlob`), so that the upload is streamed. */
  file: Blob
}

export interface Attachments {
  /** Throws `not_found` when the draft has been deleted or issued. */
  list(place: AttachmentPlace, signal?: AbortSignal): Promise<AttachedFile[]>
  /**
   * Adds a file and returns Fiken's id of the file. Throws `unknown_outcome` after a timeout, a 5xx
   * or a response without an id; the caller must then look in the list. Fiken keeps two files of
   * the same name.
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

/** A file's id is a uuid, not a number. */
function lastSegment(location: string | null): string {
  return /\/attachments\/([^/?#]+)\/?(?:[?#].*)?$/.exec(location ?? '')?.[1] ?? ''
}
