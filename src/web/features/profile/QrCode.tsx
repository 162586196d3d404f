/** The quiet zone around the code, in modules; readers need four. */
const QUIET = 4

/** A QR code from rows of 0 and 1; dark on light in both themes, because many readers need that. */
export function QrCode({ rows, label }: { rows: readonly string[]; label: string }) {
  const side = rows.length + 2 * QUIET
  const dark = rows
    .flatMap((row, y) =>
      Array.from(row, (bit, x) => (bit === '1' ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')),
    )
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-control"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={dark} fill="#000" />
    </svg>
  )
}
