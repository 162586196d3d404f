/** Returns UTF-8 if the bytes are valid, otherwise the encoding that Excel uses on Windows. */
export function charsetOf(bytes: ArrayBuffer): 'utf-8' | 'windows-1252' {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
