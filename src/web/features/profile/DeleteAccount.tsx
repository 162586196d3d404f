import { useMutation } from '@tanstack/react-query'
import { COMPANY_PARAMETER } from '#shared/access/company-name'
import { deleteAccount, readDeletion } from '#shared/contracts/profile'
import type { SessionUser } from '#shared/contracts/auth'
import { call } from '../../lib/api.ts'
import { May } from '../../lib/access/may.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { sayEnded } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { DownloadLink, DownloadState } from './DataDownload.tsx'
import { text } from './text.ts'
import type { DataExportView } from './useDataExport.ts'

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
  const owned = ask.data?.companies ?? []
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
      <ConfirmDialog
        open={ask.data !== undefined}
        onOpenChange={ask.reset}
        {...text.confirmDelete}
        description={
          <>
            {owned.length > 1 && (
              <span className="mb-2 block">{text.deletesAll(owned.map(({ name }) => name))}</span>
            )}
            {owned
              .filter(({ members }) => members.length > 0)
              .map(({ id, name, members }) => (
                <span key={id} className="mb-2 block">
                  {text.losesAccess(name, members)}
                  {/* Another page, because it can be another company than the one shown here. */}
                  <a
                    href={`/profile?${COMPANY_PARAMETER}=${id}#tilgang`}
                    className="prose-link flex min-h-6 w-fit items-center pointer-coarse:min-h-11"
                  >
                    {text.handOverFirst(name)}
                  </a>
                </span>
              ))}
            {text.cannotBeUndone}
            <May act="company_export">
              {` ${text.keepSomething}`}
              <DownloadLink
                view={dataExport}
                className="prose-link mt-1 flex min-h-6 w-fit items-center aria-disabled:cursor-default aria-disabled:opacity-55 pointer-coarse:min-h-11"
              />
            </May>
            <DownloadState view={dataExport} className="mt-2" />
            {dataExport.busy && (
              <span className="mt-2 block text-sm">{text.deletingStopsDownload}</span>
            )}
          </>
        }
        onConfirm={() => remove.mutate()}
      />
    </>
  )
}
