import { expect, it } from 'vitest'
import { registration } from './auth.ts'

const complaintAt = (companyName: string) => {
  const { error } = registration.safeParse({ companyName })
  return error?.issues.find(({ path }) => path[0] === 'companyName')?.message
}

it.each([
  ['Rør & Bad AS', undefined],
  ['1881 AS', undefined],
  ['910 001 234', undefined],
  ['91000123', /ni siffer/],
  ['9100012345', /ni siffer/],
  ['', /påkrevd/],
])('the company name %j of a registration', (name, complaint) => {
  if (complaint) expect(complaintAt(name)).toMatch(complaint)
  else expect(complaintAt(name)).toBeUndefined()
})
