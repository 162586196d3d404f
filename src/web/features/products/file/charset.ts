/** Detects UTF-8, or otherwise the encoding that Excel on Windows uses for CSV files. */
export function charsetOf(bytes: ArrayBuffer): 'utf-8' | 'windows-1252' {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
