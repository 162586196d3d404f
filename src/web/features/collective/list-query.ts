import { useQuery } from '@tanstack/react-query'
import { listCollective } from '#shared/contracts/collective'
import { polling } from '../../lib/query-client.ts'
import { useHasUsed } from '../../lib/session.ts'

export function useCollective() {
  return useQuery(polling(listCollective, {}))
}

/** Returns true if the user has used collective drafts or a customer of theirs gets them. */
export function useUsesCollective(): boolean {
  const isChosen = (useCollective().data?.length ?? 0) > 0
  return useHasUsed('collective') || isChosen
}
