import { COMPANY_PARAMETER } from '#shared/access/company-name'
import type { AnswerOf } from '#shared/contract'
import type { readDeletion } from '#shared/contracts/profile'
import { enumerate } from '#shared/norwegian'
import { May } from '../../lib/access/may.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { DownloadLink, DownloadState } from './DataDownload.tsx'
import type { DataExportView } from './useDataExport.ts'

// Defined in this file, which is loaded when the question is asked.
const text = {
  ask: { title: 'Slette kontoen for godt?', confirm: 'Slett kontoen' },
  deletesAll: (names: readonly (string | null)[]) =>
    `${enumerate(names.map((name) => name ?? 'firmaet uten navn'))} slettes med kontoen.`,
  cannotBeUndone: 'Dette kan ikke angres.',
  keepSomething: 'Vil du ta vare på noe?',
  losesAccess: (name: string | null, members: readonly string[]) =>
    `${enumerate(members)} mister tilgangen til ${name ?? 'firmaet'}, som slettes med kontoen.`,
  handOverFirst: (name: string | null) => `Overdra ${name ?? 'firmaet'} til en av dem i stedet`,
  deletingStopsDownload: 'Sletter du kontoen nå, stopper nedlastingen.',
} as const

interface DeletionQuestionProps {
  deletion: AnswerOf<typeof readDeletion>
  dataExport: DataExportView
  onClose: () => void
  onConfirm: () => void
}

/** Asks before an account is deleted, and names the companies and people who are affected. */
export default function DeletionQuestion({
  deletion: { companies },
  dataExport,
  onClose,
  onConfirm,
}: DeletionQuestionProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      {...text.ask}
      description={
        <>
          {companies.length > 1 && (
            <span className="mb-2 block">{text.deletesAll(companies.map(({ name }) => name))}</span>
          )}
          {companies
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
      onConfirm={onConfirm}
    />
  )
}
