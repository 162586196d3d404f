import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'

export const readOperator = endpoint({
  method: 'GET',
  path: '/api/public/operator',
  access: 'public',
  summary: 'Hvem som driver tjenesten, og er ansvarlig for personopplysningene',
  answer: z.object({
    name: z.string(),
    address: z.string(),
    email: z.string(),
    isExample: z.boolean(),
  }),
})
