import { useHasUsed } from '../../lib/session.ts'
import { useCollective } from './list-query.ts'

/** Returns true if the user has used collective drafts or a customer of theirs gets them. */
export function useUsesCollective(): boolean {
  const isChosen = (useCollective().data?.length ?? 0) > 0
  return useHasUsed('collective') || isChosen
}
