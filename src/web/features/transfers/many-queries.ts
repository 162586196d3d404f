import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { actOnMany, readCauses, type ManyAct, type ManyAnswer } from '#shared/contracts/transfers-many'
import { call } from '../../lib/api.ts'
import { hurriedUntil } from '../../lib/pace.ts'
import { polling } from '../../lib/query-client.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'
import { text } from './many-text.ts'
import { changed } from './queries.ts'
import { pollEvery } from './transfer-state.ts'

/** Why rows stand still; as fresh as the list itself. */
export function useCauses() {
  return useQuery({ ...polling(readCauses, {}, 0), refetchInterval: () => pollEvery([], Date.now(), hurriedUntil()) }).data ?? []
}

export type ManyWish = { act: ManyAct; ids: string[] } | { act: 'retry'; cause: string }

/** An act on many, over as many calls as it takes, and what of it a person should read. */
export function useManyActs() {
  const [outcome, setOutcome] = useState<ManyAnswer | null>(null)
  const act = useMutation({
    mutationFn: async (wish: ManyWish): Promise<ManyAnswer> => {
      let all = await call(actOnMany, { body: wish })
      // Those of a cause are taken some at a time; each time fewer are left, or it ends.
      for (let last = all; last.remaining > 0 && last.done > 0;) {
        last = await call(actOnMany, { body: wish })
        all = { ...last, done: all.done + last.done, results: [...all.results, ...last.results] }
      }
      return all
    },
    onSuccess: (answer, { act: what }) => {
      if (answer.results.some(({ ok }) => !ok)) setOutcome(answer)
      else toast({ title: what === 'retry' ? text.started : text.skipped, description: answer.message })
    },
    onError: (error) => toastFailure(text.failed, error),
    onSettled: changed,
  })
  return { act, outcome, forget: () => setOutcome(null) }
}

export type ManyActs = ReturnType<typeof useManyActs>
