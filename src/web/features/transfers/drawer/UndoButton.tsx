import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Transfer } from '#shared/contracts/transfers/row'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { titleOf } from '../transfer-state.ts'
import { useUndo } from './preview-queries.ts'
import { text } from './preview-text.ts'

/** "Angre": takes our own draft back out of Fiken, after a yes. */
export function UndoButton({ transfer }: { transfer: Transfer }) {
  const [asking, setAsking] = useState(false)
  const undo = useUndo()
  const jobs = transfer.collective?.jobs ?? 1
  return (
    <>
      <Button
        pending={undo.isPending}
        icon={<Undo2 aria-hidden className="size-4" />}
        onClick={() => setAsking(true)}
      >
        {text.undo}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={text.confirmUndo(titleOf(transfer), jobs)}
        description={text.confirmUndoWhy(jobs)}
        confirm={text.undoConfirm}
        onConfirm={() => undo.mutate(transfer)}
      />
    </>
  )
}
