import { causeOf } from '../causes/index.ts'
import type { Transfer } from '../contracts/transfers/row.ts'
import { formatDate, formatDateTime } from '../dates.ts'
import { decimalFromOre } from '../money.ts'
import { paymentLabel } from '../payment-status.ts'
import { customerDisplayName, jobDisplayNumber } from '../transfer-display.ts'
import { statusLabel } from '../transfer-status.ts'

export function transferCsvRow(transfer: Transfer): Record<string, string> {
  const { servicem8Data: job, errorCode, errorMessage, payment } = transfer
  return {
    Jobb: jobDisplayNumber(job, transfer.servicem8JobId),
    Kunde: job ? customerDisplayName(job) : (transfer.customerName ?? ''),
    Status: transfer.skipTransfer ? 'Slettet' : statusLabel(transfer.status).text,
    Beløp: kroner(transfer.amount),
    'Uten MVA': kroner(transfer.netAmount),
    'PO-nummer': transfer.poNumber ?? '',
    'Utkast i Fiken': transfer.fikenInvoiceDraftId ?? '',
    'Jobber på utkastet': jobsOf(transfer),
    Fakturanummer: transfer.fikenInvoiceNumber ?? '',
    Betaling: payment === null ? '' : paymentLabel(payment.status).text,
    Forfall: payment?.dueDate ? formatDate(payment.dueDate) : '',
    Betalt: kroner(payment?.paidAmount ?? null),
    'Betaling sist sjekket': payment?.checkedAt ? formatDateTime(payment.checkedAt) : '',
    Årsak: errorCode === null ? '' : causeOf(errorCode).title,
    Feilmelding: errorMessage ?? '',
    'Forsøk på nytt': String(transfer.retryCount),
    Opprettet: formatDateTime(transfer.createdAt),
    'Sist endret': formatDateTime(transfer.updatedAt),
  }
}

const jobsOf = ({ collective }: Transfer) => (collective?.jobs ? String(collective.jobs) : '')

const kroner = (ore: number | null) => (ore === null ? '' : decimalFromOre(ore).replace('.', ','))
