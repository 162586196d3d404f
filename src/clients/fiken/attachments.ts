import { ExternalError } from '../http/external-error.ts'
import type { Access, SendOptions } from './access.ts'
import { parseAttached } from './attached-file.ts'
import type { AttachedFile, AttachmentPlace } from './types.ts'

export interface NewAttachment {
  /** Of `ownFileName`: Fiken goes by its ending. On a draft it is the comment too. */
  name: string
  /** A file on disk (`openAsBlob`), so that it is streamed. */
  file: Blob
}

export interface Attachments {
  /** `not_found` when the draft has been deleted or issued. */
  list(place: AttachmentPlace, signal?: AbortSignal): Promise<AttachedFile[]>
  /**
   * Returns Fiken's id of it. `unknown_outcome` after a timeout, a 5xx or an answer without an id:
   * look at the list. Fiken keeps two files of one name.
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
        // Which of its fields Fiken shows a name in is not published.
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
