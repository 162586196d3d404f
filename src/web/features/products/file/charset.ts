/** What a file is written in: UTF-8, or else what Excel on Windows means by "CSV". */
export function charsetOf(bytes: ArrayBuffer): 'utf-8' | 'windows-1252' {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
