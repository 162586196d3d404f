import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'
import { companyForm } from '../../forms/company.ts'

export const addCompany = endpoint({
  method: 'POST',
  path: '/api/companies',
  access: 'user',
  act: 'self',
  changes: [],
  summary: 'Opprett et firma til, som brukeren eier',
  body: companyForm,
  answer: z.object({ id: z.string() }),
})
