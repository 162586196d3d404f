import { describe, expect, it } from 'vitest'
import { fieldsAfterRefusal, JOB_FIELDS } from './webhook-fields.ts'

describe('the job fields that ServiceM8 is asked to watch', () => {
  it('leaves out the field that the account refuses, and keeps the rest in order', () => {
    const left = fieldsAfterRefusal(JOB_FIELDS, '"badges" is not a valid field for subscription')
    expect(left).toEqual(JOB_FIELDS.filter((field) => field !== 'badges'))
  })

  it('falls back to the status when the refusal names nothing of ours', () => {
    expect(fieldsAfterRefusal(JOB_FIELDS, '"" is not a valid field for subscription')).toEqual([
      'status',
    ])
    expect(
      fieldsAfterRefusal(JOB_FIELDS, '"related_object" is not a valid field for subscription'),
    ).toEqual(['status'])
  })

  it('gives up when nothing would be left, so that it does not ask for ever', () => {
    expect(fieldsAfterRefusal(['status'], '"" is not a valid field for subscription')).toBeNull()
    expect(
      fieldsAfterRefusal(['status'], '"status" is not a valid field for subscription'),
    ).toBeNull()
  })

  it('ignores a refusal of something else', () => {
    expect(fieldsAfterRefusal(JOB_FIELDS, 'The callback did not answer the challenge')).toBeNull()
  })
})
