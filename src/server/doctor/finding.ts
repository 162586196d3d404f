export interface Finding {
  level: 'ok' | 'warning' | 'problem'
  about: string
  says: string
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

export function written(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ level, about, says, fix }) => [
    `${MARKS[level]}  ${about.padEnd(11)}  ${says}`,
    ...(fix === undefined ? [] : [`${' '.repeat(22)}→ ${fix}`]),
  ])
  const count = (wanted: Finding['level']) =>
    findings.filter(({ level }) => level === wanted).length
  return [...lines, '', `${count('problem')} problems, ${count('warning')} warnings.`].join('\n')
}
