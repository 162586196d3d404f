import { useQuery } from '@tanstack/react-query'
import { listCollective } from '#shared/contracts/collective'
import { polling } from '../../lib/query-client.ts'

/** Reads the customers that use collective drafts, and the jobs waiting for each draft. */
export function useCollective() {
  return useQuery(polling(listCollective, {}))
}
