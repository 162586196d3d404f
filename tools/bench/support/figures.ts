export interface Result {
  /** The figure's stable name, which identifies the row across repeated runs. */
  what: string
  ours: string
  against: string
  ratio: number
  /** The target ratio, shown as "≥ 0.7" or "≤ 5"; null for a figure without a target. */
  target: { least: number } | { most: number } | null
}

export function compared(
  what: string,
  show: (value: number) => string,
  ours: number,
  theirs: number,
  target: Result['target'],
): Result {
  return { what, ours: show(ours), against: show(theirs), ratio: ours / theirs, target }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return (
    sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ??
    Number.NaN
  )
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

export const ms = (value: number): string =>
  `${value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0)} ms`
export const seconds = (value: number): string => `${(value / 1_000).toFixed(1)} s`
export const perSecond = (value: number): string =>
  `${value < 10 ? value.toFixed(2) : value.toFixed(0)}/s`
export const mebibytes = (value: number): string => `${(value / 1_048_576).toFixed(0)} MiB`

export function isMet({ ratio, target }: Result): boolean {
  if (target === null) return true
  return 'least' in target ? ratio >= target.least : ratio <= target.most
}

/** Returns, for each figure, the result with the median ratio of the runs. */
export function middleOf(runs: readonly Result[][]): Result[] {
  const names = [...new Set(runs.flat().map(({ what }) => what))]
  return names.flatMap((name) => {
    const same = runs.flat().filter(({ what }) => what === name)
    same.sort((one, other) => one.ratio - other.ratio)
    return same[Math.floor((same.length - 1) / 2)] ?? []
  })
}

export function table(rows: readonly { database: string; results: readonly Result[] }[]): string {
  const lines = rows.flatMap(({ database, results }) =>
    results.map((result) => [...cells(result), database]),
  )
  const order = [...new Set(lines.map(([what]) => what))]
  lines.sort((one, other) => order.indexOf(one[0] ?? '') - order.indexOf(other[0] ?? ''))
  const body = lines.map(
    ([what, ours, against, ratio, target, met, database]) =>
      `| ${[what, database, ours, against, ratio, target, met].join(' | ')} |`,
  )
  return [
    '| Figure | Database | Ours | Against | Ratio | Target | |',
    '|---|---|---|---|---|---|---|',
    ...body,
  ].join('\n')
}

function cells(result: Result): string[] {
  const { what, ours, against, ratio, target } = result
  const aim = target === null ? '' : 'least' in target ? `≥ ${target.least}` : `≤ ${target.most}`
  return [
    what,
    ours,
    against,
    Number.isNaN(ratio) ? '' : ratio.toFixed(2),
    aim,
    target === null ? '' : isMet(result) ? 'met' : '**missed**',
  ]
}
