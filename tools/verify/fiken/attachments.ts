import { isNamed, parseAttached } from '#clients/fiken/attached-file'
import { MOST_BYTES } from '#shared/attachments'
import type { FikenLab } from './fiken-lab.ts'
import { seen, type Point } from '../point.ts'
import { brief, rowsOf } from '../wire.ts'

const UUID = '6f0c3b1e-0000-4000-8000-76657269667a'

export const ATTACHMENTS: Point[] = [
  {
    id: 'fiken.attachments.size',
    question: 'How large may a file on a draft be?',
    expected: 'a PDF of 10 MB is taken (no limit is published)',
    today: 'nothing larger is sent, and the row says that the file is too large',
    file: 'src/shared/attachments.ts',
    whatToChange: 'MOST_BYTES: what is refused is named on the row, and sent again by nobody',
    async ask({ fiken }) {
      const { draftId } = await fiken.draft()
      // PDF readers ignore bytes after the end of the document.
      const answer = await attach(fiken, draftId, 'verify-large.pdf', PDF.padEnd(MOST_BYTES))
      return seen(brief(answer), answer.status === 201)
    },
  },
  {
    id: 'fiken.attachments.name',
    question: 'Does the list of a draft’s files tell which file each is?',
    expected: 'the name is in the file’s address, or the comment is there',
    today:
      'the name and the comment have ServiceM8’s uuid of the file; all texts are searched for it',
    file: 'src/clients/fiken/attached-file.ts',
    whatToChange:
      'Told nowhere: a lost answer cannot be looked up, so leave each such file to a person',
    async ask({ fiken }) {
      const { draftId } = await fiken.draft()
      await attach(fiken, draftId, `verify-${UUID}.pdf`)
      const rows = await filesOf(fiken, draftId)
      return seen(
        `${rows.length} file, with ${Object.keys(rows[0] ?? {}).join(', ')}`,
        rows.length === 1 && rows.map(parseAttached).every((file) => isNamed(file, UUID)),
      )
    },
  },
  {
    id: 'fiken.attachments.same-name',
    question: 'What becomes of a second file of the same name?',
    expected: 'both are kept',
    today: 'the list is asked before a file is sent, and no name is sent twice',
    file: 'src/server/features/attachments/place.ts',
    whatToChange: 'Nothing: a second one that is refused or replaces the first does no harm',
    async ask({ fiken }) {
      const { draftId } = await fiken.draft()
      await attach(fiken, draftId, 'verify-twice.pdf')
      const again = await attach(fiken, draftId, 'verify-twice.pdf')
      const { length } = await filesOf(fiken, draftId)
      return seen(`${brief(again)}; ${length} in the list`, again.status === 201 && length === 2)
    },
  },
  {
    id: 'servicem8.attachments.job',
    question: 'Are a job’s photos and PDFs listed on it, and where are their bytes?',
    expected: 'related_object_uuid is the job, and GET /Attachment/{uuid}.file has the bytes',
    today: 'what is not listed is not sent; what cannot be fetched is named on the row',
    file: 'src/clients/servicem8/attachments.ts',
    whatToChange: 'The address or the filter there',
    ask: 'Choose all files under Vedlegg, complete a job with a photo and a PDF, and see both on its draft in Fiken',
  },
]

export function attach({ raw }: Pick<FikenLab, 'raw'>, draftId: number, name: string, pdf = PDF) {
  const form = new FormData()
  form.set('filename', name)
  form.set('comment', name)
  form.set('file', new Blob([pdf], { type: 'application/pdf' }), name)
  return raw('POST', `/invoices/drafts/${draftId}/attachments`, { multipart: form })
}

const filesOf = async ({ raw }: Pick<FikenLab, 'raw'>, draftId: number) =>
  rowsOf(await raw('GET', `/invoices/drafts/${draftId}/attachments`))

const PDF =
  '%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'
