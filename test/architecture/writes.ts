import ts from 'typescript'
import { isTest, walk, type Source } from './source.ts'
import { placeOf } from './zones.ts'

const WRITES = new Set(['insert', 'update', 'delete'])
const WRITE_BEFORE =
  /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?"?$/i
const WRITE_NAMED =
  /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)/gi

/** Returns the feature that owns a server file, or "platform"; undefined for files outside both. */
function sliceOf(file: string): string | undefined {
  const place = placeOf(file)
  if (place.zone !== 'server') return undefined
  return place.feature ?? (place.part === 'platform' ? 'platform' : undefined)
}

/** Returns writes to tables owned by another feature, through Drizzle or hand-written SQL. */
export function foreignWrites(sources: Source[]): string[] {
  const owners = tableOwners(sources)
  return sources
    .filter((source) => !isTest(source.path))
    .flatMap((source) => {
      const slice = sliceOf(source.path)
      if (slice === undefined) return []
      return [...writtenTables(source, owners)]
        .filter(({ owner }) => owner !== slice)
        .map(({ table, owner }) => `${source.path}: writes ${table}, which belongs to ${owner}`)
    })
}

function tableOwners(sources: Source[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const source of sources.filter(({ path }) => path.endsWith('/tables.ts'))) {
    const slice = sliceOf(source.path)
    walk(source.tree, (node) => {
      if (
        slice === undefined ||
        !ts.isCallExpression(node) ||
        node.expression.getText() !== 'pgTable'
      )
        return
      const [name] = node.arguments
      if (name && ts.isStringLiteralLike(name)) owners.set(name.text, slice)
    })
  }
  return owners
}

interface Written {
  table: string
  owner: string
}

function writtenTables(source: Source, owners: Map<string, string>): Written[] {
  const found: Written[] = []
  const imported = importedTables(source)
  const note = (expression: ts.Expression | undefined) => {
    if (!expression) return
    const root = ts.isPropertyAccessExpression(expression) ? expression.expression : expression
    if (!ts.isIdentifier(root)) return
    const owner = imported.get(root.text)
    if (owner !== undefined) found.push({ table: expression.getText(), owner })
  }
  walk(source.tree, (node) => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      WRITES.has(node.expression.name.text)
    ) {
      note(node.arguments[0])
    }
    if (ts.isTaggedTemplateExpression(node) && /^sql\b/.test(node.tag.getText()))
      noteSql(node.template, note, found, owners)
  })
  return found
}

/** Records the tables that a query writes, as `update ${transfers} …` or `update transfers …`. */
function noteSql(
  template: ts.TemplateLiteral,
  note: (table: ts.Expression) => void,
  found: Written[],
  owners: Map<string, string>,
): void {
  const texts = ts.isNoSubstitutionTemplateLiteral(template)
    ? [template]
    : [template.head, ...template.templateSpans.map((each) => each.literal)]
  if (ts.isTemplateExpression(template)) {
    template.templateSpans.forEach((span, index) => {
      if (WRITE_BEFORE.test(texts[index]?.text ?? '')) note(span.expression)
    })
  }
  for (const { text } of texts) {
    for (const [, table = ''] of text.matchAll(WRITE_NAMED)) {
      const owner = owners.get(table.toLowerCase())
      if (owner !== undefined) found.push({ table, owner })
    }
  }
}

function importedTables(source: Source): Map<string, string> {
  const names = new Map<string, string>()
  for (const { target, names: brought } of source.imports) {
    const owner = target?.endsWith('/tables.ts') ? sliceOf(target) : undefined
    if (owner !== undefined) for (const name of brought.keys()) names.set(name, owner)
  }
  return names
}
