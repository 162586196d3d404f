import { causeOf } from './causes.ts'
import type { Transfer } from './contracts/transfers.ts'
import { formatDateTime } from './dates.ts'
import { decimalFromOre } from './money.ts'
import { customerDisplayName, jobDisplayNumber } from './transfer-display.ts'
import { statusLabel } from './transfer-status.ts'

/** A transfer as a row of the file that people open in Excel. */
export function transferCsvRow(transfer: Transfer): Record<string, string> {
  const { servicem8Data: job, errorCode, errorMessage } = transfer
  return {
    Jobb: jobDisplayNumber(job, transfer.servicem8JobId),
    Kunde: job ? customerDisplayName(job) : (transfer.customerName ?? ''),
    Status: transfer.skipTransfer ? 'Slettet' : statusLabel(transfer.status).text,
    Beløp: kroner(transfer.amount),
    'Uten MVA': kroner(transfer.netAmount),
    'PO-nummer': transfer.poNumber ?? '',
    'Utkast i Fiken': transfer.fikenInvoiceDraftId ?? '',
    Fakturanummer: transfer.fikenInvoiceNumber ?? '',
    Årsak: errorCode === null ? '' : causeOf(errorCode).title,
    Feilmelding: errorMessage ?? '',
    'Forsøk på nytt': String(transfer.retryCount),
    Opprettet: formatDateTime(transfer.createdAt),
    'Sist endret': formatDateTime(transfer.updatedAt),
  }
}

const kroner = (ore: number | null) => (ore === null ? '' : decimalFromOre(ore).replace('.', ','))
