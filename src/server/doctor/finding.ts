/** One line of the doctor's report: a fact, and how to fix it when it is wrong. */
export interface Finding {
  level: 'ok' | 'warning' | 'problem'
  /** The topic: "secrets", "database" … */
  about: string
  says: string
  /** The remedy; only where something is wrong. */
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

/** Formats the whole examination for a terminal. */
export function written(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ level, about, says, fix }) => [
    `${MARKS[level]}  ${about.padEnd(11)}  ${says}`,
    ...(fix === undefined ? [] : [`${' '.repeat(22)}→ ${fix}`]),
  ])
  const count = (wanted: Finding['level']) =>
    findings.filter(({ level }) => level === wanted).length
  return [...lines, '', `${count('problem')} problems, ${count('warning')} warnings.`].join('\n')
}
