import type { FieldErrors, Resolver } from 'react-hook-form'
import { isNumber, type Business } from './company-state.ts'
import { text } from './text.ts'

/** Refuses a number as the company's name, which the register did not turn into one. */
export function named<Values extends Business>(whole: Resolver<Values>): Resolver<Values> {
  return async (values, context, options) => {
    if (!isNumber(values.companyName)) return whole(values, context, options)
    const errors = { companyName: { type: 'schema', message: text.companyIsNumber } }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}
