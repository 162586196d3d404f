import { isExternalError } from '../http/external-error.ts'
import type { Page } from '../http/pages.ts'
import { readRow } from '../http/row.ts'
import type { Access } from './access.ts'
import { editedSince } from './filter.ts'
import type { ListOptions } from './filter.ts'
import { parseJobContact, parseJobLine, parseJobPayment } from './parse.ts'
import type { ClientContact, JobLine, JobPayment } from './types.ts'

export interface JobPart<Value> {
  uuid: string
  /** The job's uuid in lower case. */
  jobUuid: string
  editDate: string
  /** The parsed row; null when the job has the row but the row cannot be read. */
  value: Value | null
}

export interface JobParts {
  lines(options?: ListOptions): AsyncIterable<Page<JobPart<JobLine>>>
  contacts(options?: ListOptions): AsyncIterable<Page<JobPart<ClientContact>>>
  payments(options?: ListOptions): AsyncIterable<Page<JobPart<JobPayment>>>
}

export function createJobParts(access: Access): JobParts {
  const listOf =
    <Value>(object: string, parse: (row: unknown) => Value) =>
    ({ editedAfter, signal }: ListOptions = {}) =>
      access.pages(object, [editedSince(editedAfter)], partOf(object, parse), signal)
  return {
    lines: listOf('jobmaterial', parseJobLine),
    contacts: listOf('jobcontact', parseJobContact),
    payments: listOf('jobpayment', parseJobPayment),
  }
}

function partOf<Value>(object: string, parse: (row: unknown) => Value) {
  return (row: unknown): JobPart<Value> => {
    const fields = readRow('servicem8', object, row)
    return {
      uuid: fields.requiredText('uuid'),
      jobUuid: fields.requiredText('job_uuid').toLowerCase(),
      editDate: fields.text('edit_date'),
      value: readable(parse, row),
    }
  }
}

function readable<Value>(parse: (row: unknown) => Value, row: unknown): Value | null {
  try {
    return parse(row)
  } catch (error) {
    if (isExternalError(error, 'bad_answer')) return null
    throw error
  }
}

export function inTheirOrder(lines: readonly JobLine[]): JobLine[] {
  return lines.toSorted((a, b) => a.sortOrder - b.sortOrder || a.uuid.localeCompare(b.uuid))
}
