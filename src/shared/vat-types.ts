/** The percentage of each Fiken VAT type, by Norwegian law (Fiken reference §12). */
export const VAT_PERCENT = {
  HIGH: '25',
  MEDIUM: '15',
  LOW: '12',
  RAW_FISH: '11.11',
  EXEMPT: '0',
  EXEMPT_IMPORT_EXPORT: '0',
  EXEMPT_REVERSE: '0',
  OUTSIDE: '0',
  NONE: '0',
} as const

/** Returns true if Fiken has a VAT type with exactly this percent; other rates cannot be used. */
export const hasVatType = (percent: string): boolean =>
  Object.values(VAT_PERCENT).some(
    (known) => percent.trim() !== '' && Number(known) === Number(percent),
  )
