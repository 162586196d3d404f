import { useState } from 'react'
import type { AnswerOf } from '#shared/contract'
import type { previewProductFile } from '#shared/contracts/products/csv'
import { errorText } from '../../../lib/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FileField } from '../../../ui/FileField.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import type { FollowedTasks } from '../../tasks/followed-tasks.ts'
import { ChangeRow } from '../ChangeRow.tsx'
import { UnreadableFile, useImportFile, usePreview } from './queries.ts'
import { text } from './text.ts'

type Preview = AnswerOf<typeof previewProductFile> & { file: Blob }

/** More lines of what cannot be used help nobody. */
const MOST_PROBLEMS = 50

interface ImportDialogProps {
  followed: FollowedTasks
  onClose: () => void
}

/** Prices and stock from a file: what differs is shown before anything is written. */
export function ImportDialog({ followed, onClose }: ImportDialogProps) {
  const preview = usePreview()
  const write = useImportFile(followed)
  const { error } = preview
  const wrong = error instanceof UnreadableFile ? error.message : error && errorText(error)
  return (
    <Dialog open wide onOpenChange={onClose} title={text.title} description={text.intro}>
      <FileField
        label={text.field}
        hint={text.hint}
        accept=".csv,.txt,text/csv,text/plain"
        error={wrong}
        disabled={preview.isPending || write.isPending}
        onFile={preview.mutate}
      />
      {preview.isPending && <SkeletonRows rows={3} label={text.loading} />}
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
          <Button onClick={onClose}>{text.close}</Button>
        </div>
      )}
    </Dialog>
  )
}

interface DifferencesProps {
  preview: Preview
  writing: boolean
  /** With the places of what is left out. */
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
        {differences.length === 0 && <p role="status">{text.nothing}</p>}
        {differences.some(({ large }) => large) && (
          <p className="text-sm text-ink-2">{text.largeWhy}</p>
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
                  label={text.include(text.what[one.what][one.to], one.name)}
                  doubt={one.large ? text.large : null}
                  becomes={text.becomes}
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
      <div className="mt-5 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button onClick={onClose}>{differences.length === 0 ? text.close : text.cancel}</Button>
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
      </div>
    </>
  )
}
