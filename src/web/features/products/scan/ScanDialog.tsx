import { useRef, useState } from 'react'
import { repeated } from '../acts/text.ts'
import { words } from '../../../ui/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { useStockEdit } from '../acts/useStockEdit.ts'
import { StockCell, StockLine } from '../acts/StockCell.tsx'
import type { Listed } from '../items-state.ts'
import { findScanned } from './find-scanned.ts'
import { canScan, useBarcode } from './useBarcode.ts'

const text = {
  unknown: (code: string) => `Ingen produkter har strekkoden ${repeated(code)}.`,
  several: (code: string) => `Flere produkter har strekkoden ${repeated(code)}.`,
  show: 'Vis i listen',
} as const

interface ScanDialogProps {
  rows: readonly Listed[]
  mayWrite: boolean
  onShow: (code: string) => void
  onClose: () => void
}

export function ScanDialog({ rows, mayWrite, onShow, onClose }: ScanDialogProps) {
  const [code, setCode] = useState<string | null>(null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Skann strekkode"
      description="Hold strekkoden foran kameraet. Produktet vises her, og du kan telle det."
    >
      {!canScan() ? (
        <Cannot />
      ) : code === null ? (
        <Camera onCode={setCode} />
      ) : (
        <Found
          key={code}
          found={findScanned(rows, code)}
          code={code}
          mayWrite={mayWrite}
          onShow={() => onShow(code)}
        />
      )}
      <DialogButtons className="mt-5">
        <Button onClick={onClose}>{words.close}</Button>
        {code !== null && (
          <Button tone="primary" onClick={() => setCode(null)}>
            Skann neste
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  )
}

const Cannot = () => (
  <p>
    <span className="block font-semibold">Denne nettleseren kan ikke lese strekkoder</span>
    Bruk Chrome på en Android-telefon. Du kan også skrive strekkoden i søkefeltet: den finner
    produktet.
  </p>
)

function Camera({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [attempt, setAttempt] = useState(0)
  const state = useBarcode(video, onCode, attempt)
  return (
    <>
      {state === 'no_camera' && (
        <ErrorState
          title="Fikk ikke brukt kameraet"
          why="Gi nettleseren lov til å bruke kameraet for denne siden, og prøv igjen."
          onRetry={() => setAttempt(attempt + 1)}
        />
      )}
      {state === 'cannot' && <Cannot />}
      <div hidden={state === 'no_camera' || state === 'cannot'}>
        <video
          ref={video}
          muted
          playsInline
          aria-label="Det kameraet ser"
          className="aspect-[4/3] w-full rounded-card bg-surface-2 object-cover"
        />
        <p role="status" className="mt-2 text-sm text-ink-2">
          {state === 'looking' ? 'Ser etter en strekkode' : 'Starter kameraet'}
        </p>
      </div>
    </>
  )
}

interface FoundProps {
  found: readonly Listed[]
  code: string
  mayWrite: boolean
  onShow: () => void
}

function Found({ found, code, mayWrite, onShow }: FoundProps) {
  const [row, ...others] = found
  const edit = useStockEdit(row?.item.kind === 'matched' ? row.item.pair : null)
  if (!row) return <p role="status">{text.unknown(code)}</p>
  if (others.length > 0)
    return (
      <div className="grid justify-items-start gap-2">
        <p role="status">{text.several(code)}</p>
        <Button onClick={onShow}>{text.show}</Button>
      </div>
    )
  return (
    <div className="grid gap-2">
      <p role="status" className="font-semibold">
        {row.name}
      </p>
      <p className="text-sm text-ink-2">{row.number}</p>
      {row.item.kind === 'matched' ? (
        <>
          <p className="text-sm font-semibold">Lager</p>
          <StockCell row={row} edit={edit} locked={!mayWrite} />
          {edit.note && <StockLine note={edit.note} edit={edit} />}
        </>
      ) : (
        <p className="text-sm text-ink-2">
          Bare produkter som er i begge systemer, kan telles her.
        </p>
      )}
      <Button className="justify-self-start" onClick={onShow}>
        {text.show}
      </Button>
    </div>
  )
}
