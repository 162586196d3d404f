/** The first that a browser's name for itself contains; each also claims to be those after it. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['FxiOS', 'Firefox'],
  ['Firefox', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['CrOS', 'Chromebook'],
  ['Linux', 'Linux'],
] as const

/** What a person calls the device of a request: «Chrome på Windows». Null when it does not say. */
export function deviceOf(userAgent: string | undefined): string | null {
  const named = (list: readonly (readonly [string, string])[]) =>
    list.find(([part]) => userAgent?.includes(part))?.[1]
  const browser = named(BROWSERS)
  const system = named(SYSTEMS)
  return [browser, system].filter(Boolean).join(' på ') || null
}
