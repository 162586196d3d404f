/** Is the draft of this row on its way out again ("Angre")? The mark stands on the row itself, so that a killed run is taken up again. */
export function isBeingUndone(row: { status: string; pendingReason: string | null }): boolean {
  return row.pendingReason === 'undone' && (row.status === 'queued' || row.status === 'processing')
}
