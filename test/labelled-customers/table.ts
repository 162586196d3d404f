import type { Judged, Verdict } from './verdicts.ts'

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
const NAMESAKES: Record<string, string> = {
  himmelretning: 'directions ("Søndre", "Nordre")',
  bokstav: 'letters of buildings ("Hus A", "Hus B")',
  trinn: 'stages and ordinals ("II", "tredje")',
  husnavn: 'names of houses ("Granly", "Furuly")',
  ektefelle: 'a household’s shared address',
  fornavn: 'first names ("Margrethe", "Margarethe")',
  generasjon: 'generations ("senior", "junior")',
  'samme navn': 'two clients of one name',
  sted: 'places ("Lade", "Moholt")',
  regnskapsfører: 'an accountant’s e-mail',
  'annens uuid': 'another client’s uuid on the contact',
  'nytt navn på klienten': 'a client’s new name or owner',
  'nummer på den ene': 'a number on one side only',
  'samme nummer': 'the same number',
  'ligner en skrivefeil': 'what looks like a typing error',
  skrivefeil: 'typing errors',
  stavemåte: 'spellings ("Christian", "Kristian")',
  'like navn': 'equal names, shared e-mail and door',
  ordstilling: 'words in another order',
  form: 'other legal forms',
  hovedkontor: 'head office and site',
}
const HEAD = ['Kind', 'Pairs', 'Linked', 'First', 'Wrong', 'Precision', 'Recall']

/**
 * Returns the matching results by kind, as a table for the README. Precision is the share of
 * automatic links that are correct; recall is the share of matching pairs that were linked
 * automatically.
 */
export function recognitionTable(judged: readonly Judged[]): string {
  return tableOf(HEAD, judged, KINDS, rowOf)
}

export function namesakeTable(judged: readonly Judged[]): string {
  const head = ['Kind', 'Clients', 'Linked', 'Asked', 'New', 'Wrong']
  return tableOf(head, judged, NAMESAKES, (name, those) => {
    const count = (...wanted: Verdict[]) =>
      those.filter(({ verdict }) => wanted.includes(verdict)).length
    const made = those.filter(({ verdict, found }) => verdict !== 'linked' && found === '').length
    const others = count('first', 'missed', 'none') - made
    return [name, ...[those.length, count('linked'), others, made, count('wrong')].map(String)]
  })
}

function tableOf(
  heading: readonly string[],
  judged: readonly Judged[],
  names: Readonly<Record<string, string>>,
  cellsOf: (name: string, those: readonly Judged[]) => string[],
): string {
  const kinds = [...Map.groupBy(judged, ({ kind }) => kind)]
  const rows = [
    heading,
    ...kinds.map(([kind, those]) => cellsOf(names[kind] ?? kind, those)),
    cellsOf('**all**', judged),
  ]
  const widths = heading.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
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

/** Returns a percentage rounded down, so that 100 % means all. */
function percent(part: number, of: number): string {
  return of === 0 ? '–' : `${Math.floor((100 * part) / of)} %`
}
