import { useQuery } from '@tanstack/react-query'
import { listCollective } from '#shared/contracts/collective'
import { polling } from '../../lib/query-client.ts'

export function useCollective() {
  return useQuery(polling(listCollective, {}))
}
