import { Download, FileSpreadsheet, Upload } from 'lucide-react'
import { useState } from 'react'
import type { AnswerOf } from '#shared/contract'
import type { Comparison } from '#shared/contracts/products/comparison'
import type { previewProductFile } from '#shared/contracts/products/csv'
import { formatCount } from '#shared/counts'
import { ChangeRow } from '../ChangeRow.tsx'
import { errorText } from '../../../lib/api.ts'
import { useMay } from '../../../lib/access/may.tsx'
import { words } from '../../../ui/words.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { FileField } from '../../../ui/FileField.tsx'
import { MenuButton } from '../../../ui/MenuButton.tsx'
import type { FollowedTasks } from '../../tasks/followed-tasks.ts'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { UnreadableFile, useImportFile, usePreview } from './queries.ts'

interface FileMenuProps {
  comparison: Comparison
  followed: FollowedTasks
}

export function FileMenu({ comparison, followed }: FileMenuProps) {
  const may = useMay()
  const [importing, setImporting] = useState(false)
  return (
    <>
      <MenuButton
        label="Fil"
        icon={<FileSpreadsheet aria-hidden className="size-4" />}
        items={[
          {
            label: 'Last ned som CSV',
            icon: <Download aria-hidden className="size-4" />,
            onSelect: () =>
              void import('./save-products.ts').then(
                ({ saveProducts }) => saveProducts(comparison),
                (error: unknown) => toastFailure('Filen ble ikke laget', error),
              ),
          },
          ...(may('products')
            ? [
                {
                  label: 'Les inn fra CSV …',
                  icon: <Upload aria-hidden className="size-4" />,
                  onSelect: () => setImporting(true),
                },
              ]
            : []),
        ]}
      />
      {importing && <ImportDialog followed={followed} onClose={() => setImporting(false)} />}
    </>
  )
}

const values = (count: number) => (count === 1 ? '1 tall' : `${formatCount(count)} tall`)

const text = {
  title: 'Les inn priser og lager',
  changes: (count: number) => `Blir endret (${formatCount(count)})`,
  unchanged: (count: number) =>
    count === 1 ? '1 linje er som før.' : `${formatCount(count)} linjer er som før.`,
  problems: (count: number) => `Brukes ikke (${formatCount(count)})`,
  line: (line: number) => `Linje ${formatCount(line)}`,
  more: (count: number) => `og ${formatCount(count)} til`,
  what: {
    price: { fiken: 'Pris i Fiken', servicem8: 'Pris i ServiceM8' },
    stock: { fiken: 'Lager i Fiken', servicem8: 'Lager i ServiceM8' },
  },
  later: (count: number) =>
    `${formatCount(count)} til er ikke vist, og skrives ikke nå. Les inn filen igjen når disse er skrevet.`,
  write: (count: number) => `Skriv ${values(count)}`,
} as const

type Preview = AnswerOf<typeof previewProductFile> & { file: Blob }

const MOST_PROBLEMS = 50

interface ImportDialogProps {
  followed: FollowedTasks
  onClose: () => void
}

function ImportDialog({ followed, onClose }: ImportDialogProps) {
  const preview = usePreview()
  const write = useImportFile(followed)
  const { error } = preview
  const wrong = error instanceof UnreadableFile ? error.message : error && errorText(error)
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={text.title}
      description="Last ned produktlisten, endre priser og lager i Excel, og velg filen her. Du ser hva som blir endret før noe skrives."
    >
      <FileField
        label="Fil med produkter"
        hint="CSV, høyst 4 MB. Tomme felt endrer ingenting."
        accept=".csv,.txt,text/csv,text/plain"
        error={wrong}
        disabled={preview.isPending || write.isPending}
        onFile={preview.mutate}
      />
      {preview.isPending && <SkeletonRows rows={3} label="Leser filen" />}
      {preview.data ? (
        <Differences
          key={preview.data.version}
          preview={preview.data}
          writing={write.isPending}
          onClose={onClose}
          onWrite={(leaveOut) => {
            const { file, version } = preview.data
            write.mutate({ file, version, leaveOut }, { onSuccess: onClose })
          }}
        />
      ) : (
        <div className="mt-5 flex justify-end">
          <Button onClick={onClose}>{words.close}</Button>
        </div>
      )}
    </Dialog>
  )
}

interface DifferencesProps {
  preview: Preview
  writing: boolean
  /** Writes the differences, except those with the given indexes. */
  onWrite: (leaveOut: number[]) => void
  onClose: () => void
}

function Differences({ preview, writing, onWrite, onClose }: DifferencesProps) {
  const { differences, later, problems, unchanged } = preview
  const [out, setOut] = useState<ReadonlySet<string>>(
    () => new Set(differences.filter(({ large }) => large).map(({ id }) => id)),
  )
  const count = differences.length - out.size
  const include = (id: string, now: boolean) =>
    setOut((known) => {
      const next = new Set(known)
      if (now) next.delete(id)
      else next.add(id)
      return next
    })
  const left = problems.length - MOST_PROBLEMS
  return (
    <>
      <div
        tabIndex={0}
        role="group"
        aria-label={text.title}
        className="mt-4 grid max-h-[38dvh] sm:max-h-[45dvh] grid-cols-[minmax(0,1fr)] gap-4 overflow-y-auto"
      >
        {differences.length === 0 && (
          <p role="status">Filen har ingen andre priser eller antall enn systemene.</p>
        )}
        {differences.some(({ large }) => large) && (
          <p className="text-sm text-ink-2">
            Priser som endres med mer enn halvparten, er ikke valgt. Velg dem hvis de skal skrives.
          </p>
        )}
        {differences.length > 0 && (
          <section>
            <h3 className="font-semibold">{text.changes(differences.length)}</h3>
            <ul className="mt-1 divide-y divide-line">
              {differences.map((one) => (
                <ChangeRow
                  key={one.id}
                  change={one}
                  what={text.what[one.what][one.to]}
                  label={`${text.what[one.what][one.to]} for ${one.name}`}
                  doubt={one.large ? 'over 50 %' : null}
                  becomes="blir"
                  included={!out.has(one.id)}
                  onInclude={(now) => include(one.id, now)}
                />
              ))}
            </ul>
          </section>
        )}
        {problems.length > 0 && (
          <section>
            <h3 className="font-semibold">{text.problems(problems.length)}</h3>
            <ul className="mt-1 grid gap-1 text-sm">
              {problems.slice(0, MOST_PROBLEMS).map(({ line, message }) => (
                <li key={line}>
                  <span className="font-semibold">{text.line(line)}:</span> {message}
                </li>
              ))}
              {left > 0 && <li className="text-ink-2">{text.more(left)}</li>}
            </ul>
          </section>
        )}
        {unchanged > 0 && <p className="text-sm text-ink-2">{text.unchanged(unchanged)}</p>}
      </div>
      {later > 0 && <p className="mt-3 text-sm text-ink-2">{text.later(later)}</p>}
      <DialogButtons className="mt-5">
        <Button onClick={onClose}>{differences.length === 0 ? words.close : words.cancel}</Button>
        {differences.length > 0 && (
          <Button
            tone="primary"
            disabled={count === 0}
            pending={writing}
            onClick={() =>
              onWrite(differences.flatMap(({ id }, place) => (out.has(id) ? [place] : [])))
            }
          >
            {text.write(count)}
          </Button>
        )}
      </DialogButtons>
    </>
  )
}
