import type { Judged, Verdict } from './verdicts.ts'

/** What the kinds of pairs.tsv are called in the README. */
const KINDS: Record<string, string> = {
  borettslag: 'housing co-operatives ("Solsiden BRL")',
  'sameie med nummer': 'condominiums with numbers ("Sameiet Storgata 12")',
  avdeling: 'departments of one municipality',
  hovedkontor: 'head office and site',
  selskapsform: 'legal forms ("Rør AS", "Rør ANS")',
  stavemåte: 'spellings ("Håkon", "Haakon")',
  'ombyttede ord': 'words in another order ("Nordmann, Ola")',
  'regnskapsførers e-post': 'the accountant’s e-mail on all clients',
  navnebror: 'people with namesakes',
  'nytt navn': 'a new name, the same number',
  fusjonert: 'a new number after a merger',
  skrivefeil: 'typing errors',
  vanlig: 'as they should be',
}
const HEAD = ['Kind', 'Pairs', 'Linked', 'First', 'Wrong', 'Precision', 'Recall']

/**
 * How well the customers are recognised, by kind, as a table for the README. Precision is how many
 * of the automatic links are right, recall how many of the pairs were linked automatically.
 */
export function recognitionTable(judged: readonly Judged[]): string {
  const kinds = [...Map.groupBy(judged, ({ kind }) => kind)]
  const rows = [
    HEAD,
    ...kinds.map(([kind, those]) => rowOf(KINDS[kind] ?? kind, those)),
    rowOf('**all**', judged),
  ]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const [head, ...body] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [head, rule, ...body].join('\n')
}

function rowOf(kind: string, judged: readonly Judged[]): string[] {
  const count = (wanted: Verdict) => judged.filter(({ verdict }) => verdict === wanted).length
  const pairs = judged.filter(({ contact }) => contact !== null).length
  const [linked, wrong] = [count('linked'), count('wrong')]
  return [
    kind,
    ...[pairs, linked, count('first'), wrong].map(String),
    percent(linked, linked + wrong),
    percent(linked, pairs),
  ]
}

/** Rounded down, so that 100 % means all. */
function percent(part: number, of: number): string {
  return of === 0 ? '–' : `${Math.floor((100 * part) / of)} %`
}
