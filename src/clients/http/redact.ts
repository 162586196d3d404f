const HIDDEN = '[redacted]'

const RULES: readonly [RegExp, string][] = [
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{4,}/gi, `$1 ${HIDDEN}`],
  [
    /(["']?\b(?:access_token|refresh_token|client_secret|id_token|api[_-]?key|password|authorization)\b["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi,
    `$1${HIDDEN}`,
  ],
  [/([?&]code=)[^\s"'&]+/gi, `$1${HIDDEN}`],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*/g, HIDDEN],
  // A webhook's path contains its secret, which takes the place of a signature.
  [/(\/webhooks\/[a-z0-9]+\/)[^\s"'/?&<>]+/gi, `$1${HIDDEN}`],
  [/(%2Fwebhooks%2F[a-z0-9]+%2F)[^\s"'/?&<>%]+/gi, `$1${HIDDEN}`],
]

/**
 * Returns the string without tokens, passwords and webhook secrets, so that it can be logged or
 * stored.
 * @param secrets further values to remove
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text
  for (const secret of secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, HIDDEN)
  for (const [pattern, replacement] of RULES) clean = clean.replace(pattern, replacement)
  return clean
}
