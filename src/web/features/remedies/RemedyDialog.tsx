import { GrantRemedy } from './GrantRemedy.tsx'
import type { OpenRemedy } from '../transfers/remedy/open-remedy.ts'
import { VatRemedy } from './VatRemedy.tsx'

/** The question that fixes a cause, with the button that fixes it and tries its jobs again. */
export function RemedyDialog({
  asks,
  cause,
  transferId,
  onClose,
}: OpenRemedy & { onClose: () => void }) {
  return asks === 'vat' ? (
    <VatRemedy cause={cause} transferId={transferId} onClose={onClose} />
  ) : (
    <GrantRemedy vendor={asks} cause={cause} onClose={onClose} />
  )
}
