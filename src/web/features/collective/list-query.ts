import { useQuery } from '@tanstack/react-query'
import { listCollective } from '#shared/contracts/collective'
import { polling } from '../../lib/query-client.ts'

/** The customers who get one draft for several jobs, and what is gathered for each. */
export function useCollective() {
  return useQuery(polling(listCollective, {}))
}
