import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { deleteAccount, readDeletion } from '#shared/contracts/profile'
import type { SessionUser } from '#shared/contracts/auth'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { sayEnded } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { text } from './text.ts'
import type { DataExportView } from './useDataExport.ts'

const DeletionQuestion = lazy(() => import('./DeletionQuestion.tsx'))

interface DeleteAccountProps {
  user: SessionUser
  dataExport: DataExportView
  onDeleted: () => void
}

export function DeleteAccount({ user, dataExport, onDeleted }: DeleteAccountProps) {
  const isOwner = user.companies.some(({ role }) => role === 'owner')
  const failed = (error: unknown) => toastFailure(text.deleteFailed, error, text.deleteFallback)
  const remove = useMutation({
    mutationFn: () => call(deleteAccount, {}),
    onSuccess: () => {
      // Clears the cache, so that none of the deleted account's data stays in memory.
      queryClient.clear()
      toast({ title: text.deleted })
      onDeleted()
      sayEnded()
    },
    onError: failed,
  })
  // The question is not asked before it can say who else loses access.
  const ask = useMutation({ mutationFn: () => call(readDeletion, {}), onError: failed })
  return (
    <>
      <p className="mb-4 text-ink-2">{isOwner ? text.dangerIntro : text.dangerIntroOfMember}</p>
      <Button
        tone="danger"
        pending={ask.isPending || remove.isPending}
        onClick={() => ask.mutate()}
      >
        {text.deleteAccount}
      </Button>
      {ask.data && (
        <Suspense>
          <DeletionQuestion
            deletion={ask.data}
            dataExport={dataExport}
            onClose={ask.reset}
            onConfirm={() => remove.mutate()}
          />
        </Suspense>
      )}
    </>
  )
}
