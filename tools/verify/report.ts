import type { Answer, Report } from './verify.ts'
import type { Point, Verdict } from './point.ts'

const ORDER: readonly Verdict[] = ['differs', 'failed', 'by hand', 'not asked', 'as expected']
const WIDTH = 100

/** Renders the report for the user: differences first, with the change to make. */
export function tableOf({ answers, left }: Report): string {
  const lines = ORDER.flatMap((verdict) => {
    const own = answers.filter((answer) => answer.verdict === verdict)
    if (own.length === 0) return []
    return [`${verdict.toUpperCase()} (${own.length})`, '', ...own.flatMap(rowsOf)]
  })
  const sums = ORDER.map(
    (verdict) => `${answers.filter((answer) => answer.verdict === verdict).length} ${verdict}`,
  ).join(', ')
  const leftovers =
    left.length === 0 ? [] : ['LEFT BEHIND, delete by hand:', ...left.map((one) => `  ${one}`), '']
  return [...lines, ...leftovers, sums].join('\n')
}

function rowsOf({ id, question, expected, seen, verdict, whatToChange, file }: Answer): string[] {
  if (verdict === 'as expected') return [`  ${id}: ${seen}`, '']
  const cells: [string, string][] = [
    ['', question],
    ['expected', expected],
    [verdict === 'by hand' ? 'ask' : 'seen', seen],
    ...(verdict === 'differs' || verdict === 'by hand'
      ? ([['change', `${whatToChange} (${file})`]] as [string, string][])
      : []),
  ]
  return [`  ${id}`, ...cells.flatMap(([name, text]) => cell(name, text)), '']
}

function cell(name: string, text: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length + 1 > WIDTH - 14) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((each, index) => `    ${(index === 0 ? name : '').padEnd(9)} ${each}`)
}

/** Renders the table of `--table`: current behaviour, and the change if the answer differs. */
export function pointsTable(points: readonly Point[]): string {
  const rows = points.map(({ id, question, expected, today, file, whatToChange, ask, traces }) => {
    const how = typeof ask === 'string' ? 'by hand' : traces ? '`--issue`' : ''
    return [`\`${id}\``, question, expected, today, `\`${file}\``, whatToChange, how]
  })
  const head = ['Point', 'Question', 'Written for', 'Until known', 'Decided in', 'If not', 'Asked']
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
