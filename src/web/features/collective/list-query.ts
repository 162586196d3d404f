import { useQuery } from '@tanstack/react-query'
import { listCollective } from '#shared/contracts/collective'
import { polling } from '../../lib/query-client.ts'

/** Reads the customers with collective drafts, and the jobs that wait for each. */
export function useCollective() {
  return useQuery(polling(listCollective, {}))
}
