/** One line of the doctor's report: a fact, with a remedy if something is wrong. */
export interface Finding {
  level: 'ok' | 'warning' | 'problem'
  /** The topic, such as "secrets" or "database". */
  about: string
  says: string
  /** The remedy; present only when something is wrong. */
  fix?: string
}

export interface Sheet {
  ok(says: string): void
  warning(says: string, fix: string): void
  problem(says: string, fix: string): void
  findings: Finding[]
}

export function sheet(about: string): Sheet {
  const findings: Finding[] = []
  return {
    findings,
    ok: (says) => void findings.push({ level: 'ok', about, says }),
    warning: (says, fix) => void findings.push({ level: 'warning', about, says, fix }),
    problem: (says, fix) => void findings.push({ level: 'problem', about, says, fix }),
  }
}

const MARKS: Record<Finding['level'], string> = {
  ok: 'ok     ',
  warning: 'warning',
  problem: 'PROBLEM',
}

/** Formats the doctor's report for a terminal. */
export function written(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ level, about, says, fix }) => [
    `${MARKS[level]}  ${about.padEnd(11)}  ${says}`,
    ...(fix === undefined ? [] : [`${' '.repeat(22)}→ ${fix}`]),
  ])
  const count = (wanted: Finding['level']) =>
    findings.filter(({ level }) => level === wanted).length
  return [...lines, '', `${count('problem')} problems, ${count('warning')} warnings.`].join('\n')
}
