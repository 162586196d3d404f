import * as z from 'zod/mini'
import { registration } from './auth.ts'

/** A company's name and address, asked for as in the registration. */
export const companyForm = z.pick(registration, {
  companyName: true,
  address: true,
  postalCode: true,
  city: true,
})
export type CompanyForm = z.infer<typeof companyForm>
