import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from './api.ts'
import { complaintsOf } from './field-errors.ts'
import { checked } from './form.ts'

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Navn mangler'), z.maxLength(3, 'For langt')),
  city: z.string().check(z.minLength(2, 'For kort'), z.regex(/^[a-z]*$/, 'Bare bokstaver')),
})

test('values are taken as the schema makes them', () => {
  expect(checked(schema, { name: ' Kari'.slice(0, 4), city: 'oslo' })).toEqual({
    data: { name: 'Kar', city: 'oslo' },
  })
})

test('each field has the first complaint about it', () => {
  expect(checked(schema, { name: '  ', city: '1' })).toEqual({
    complaints: { name: 'Navn mangler', city: 'For kort' },
  })
})

test('the server’s own complaints are those it names a field for', () => {
  const fields = { name: 'Opptatt', city: 7 }
  expect(complaintsOf(new ApiError(400, '', { code: 'invalid', fields }))).toEqual({
    name: 'Opptatt',
  })
  expect(complaintsOf(new ApiError(400, '', { code: 'invalid' }))).toEqual({})
  expect(complaintsOf(new ApiError(400, '', { fields: null }))).toEqual({})
  expect(complaintsOf(new Error('nei'))).toEqual({})
})
