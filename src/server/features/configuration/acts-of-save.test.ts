import { expect, test } from 'vitest'
import type { Act } from '#shared/access/roles'
import type { ConfigurationChange } from '#shared/contracts/configuration'
import { actsOfSave } from './acts-of-save.ts'
import { planSave } from './plan.ts'
import type { ConfigurationRow } from './queries.ts'

const NOW = new Date('2026-11-30T10:00:00Z')
const settings = (changes: Partial<ConfigurationRow>) =>
  ({
    fikenCompanySlug: 'ror-as',
    fikenBankAccountCode: '',
    invoiceCreationMode: 'draft',
    jobFetchType: 'completed',
    autoCreateProducts: false,
    isActive: true,
    activatedAt: new Date('2026-01-01T10:00:00Z'),
    ...changes,
  }) as ConfigurationRow
const NEW = { fikenCompanySlug: null, isActive: false, activatedAt: null }

test.each<[string, Partial<ConfigurationRow>, ConfigurationChange, Act[]]>([
  ['nothing', {}, { isActive: true, invoiceCreationMode: 'draft' }, []],
  ['a setting', {}, { autoCreateProducts: true }, ['configuration']],
  ['the switch, later', {}, { isActive: false }, ['configuration']],
  ['the switch, the first time', NEW, { isActive: true }, ['first_activation']],
  [
    'a start date before the first time',
    NEW,
    { activatedAt: '2026-01-01T10:00:00Z' },
    ['first_activation'],
  ],
  ['the start date, later', {}, { activatedAt: '2026-02-01T10:00:00Z' }, ['configuration']],
  ['the first company', NEW, { fikenCompanySlug: 'ror-as' }, ['connect_fiken']],
  ['another company', {}, { fikenCompanySlug: 'annet-as' }, ['change_fiken_company']],
  ['no company', {}, { fikenCompanySlug: null }, ['change_fiken_company']],
  [
    'a company with its bank account',
    NEW,
    { fikenCompanySlug: 'ror-as', fikenBankAccountCode: '1920:10001' },
    ['connect_fiken'],
  ],
  ['the bank account', {}, { fikenBankAccountCode: '1920:10001' }, ['bank_account']],
  ['the invoice mode', {}, { invoiceCreationMode: 'invoice' }, ['invoice_mode']],
  [
    'several at once',
    NEW,
    { isActive: true, jobFetchType: 'awaiting_payment', invoiceCreationMode: 'invoice' },
    ['invoice_mode', 'first_activation', 'configuration'],
  ],
])('saving %s asks for what it is', (_what, current, change, acts) => {
  const row = settings(current)
  expect(actsOfSave(row, planSave(row, change, NOW))).toEqual(acts)
})
