import type { KeepFor } from '../../platform/database/keep-for.ts'
import { keepFor as platform } from '../../platform/database/tables.ts'
import { keepFor as activityLog } from '../activity-log/tables.ts'
import { keepFor as appointments } from '../appointments/tables.ts'
import { keepFor as attachments } from '../attachments/tables.ts'
import { keepFor as auth } from '../auth/tables.ts'
import { keepFor as billing } from '../billing/tables.ts'
import { keepFor as collective } from '../collective/tables.ts'
import { keepFor as configuration } from '../configuration/tables.ts'
import { keepFor as connections } from '../connections/tables.ts'
import { keepFor as customers } from '../customers/tables.ts'
import { keepFor as documents } from '../documents/tables.ts'
import { keepFor as inbox } from '../inbox/tables.ts'
import { keepFor as intake } from '../intake/tables.ts'
import { keepFor as mirrors } from '../mirrors/tables.ts'
import { keepFor as notifications } from '../notifications/tables.ts'
import { keepFor as payments } from '../payments/tables.ts'
import { keepFor as productSync } from '../product-sync/tables.ts'
import { keepFor as profile } from '../profile/tables.ts'
import { keepFor as reconciliation } from '../reconciliation/tables.ts'
import { keepFor as reservations } from '../reservations/tables.ts'
import { keepFor as savedFilters } from '../saved-filters/tables.ts'
import { keepFor as tasks } from '../tasks/tables.ts'
import { keepFor as transfers } from '../transfers/tables.ts'
import { keepFor as vat } from '../vat/tables.ts'

export const KEEP_FOR: KeepFor = [
  ...platform,
  ...activityLog,
  ...appointments,
  ...attachments,
  ...auth,
  ...billing,
  ...collective,
  ...configuration,
  ...connections,
  ...customers,
  ...documents,
  ...inbox,
  ...intake,
  ...mirrors,
  ...notifications,
  ...payments,
  ...productSync,
  ...profile,
  ...reconciliation,
  ...reservations,
  ...savedFilters,
  ...tasks,
  ...transfers,
  ...vat,
]
