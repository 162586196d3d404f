/** Returns a file's encoding: UTF-8, or else the one that Excel on Windows writes for "CSV". */
export function charsetOf(bytes: ArrayBuffer): 'utf-8' | 'windows-1252' {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
