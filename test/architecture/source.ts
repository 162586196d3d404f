import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

export interface Import {
  specifier: string
  /** Path of the imported file from the repository's root; undefined for packages. */
  target: string | undefined
  typeOnly: boolean
  dynamic: boolean
  /** The exported name for each local name; `*` for a namespace import. */
  names: Map<string, string>
}

export interface Source {
  /** Path from the repository's root, with forward slashes. */
  path: string
  text: string
  tree: ts.SourceFile
  imports: Import[]
}

const ROOT = path.join(import.meta.dirname, '../..')
const CODE = /\.(ts|tsx|mjs|js)$/

export function listFiles(folders: string[]): string[] {
  return folders
    .filter((folder) => existsSync(path.join(ROOT, folder)))
    .flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) =>
          path.relative(ROOT, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
        )
        .filter((file) => !file.includes('/node_modules/')),
    )
}

export function readSources(files: string[]): Source[] {
  return files
    .filter((file) => CODE.test(file))
    .map((file) => parse(file, readFileSync(path.join(ROOT, file), 'utf8')))
}

/** Parses files given as strings, for the tests of the architecture rules themselves. */
export function fixture(files: Record<string, string>): Source[] {
  return Object.entries(files).map(([file, text]) => parse(file, text))
}

export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

/** Paths that the architecture rules apply to: product, vendor sandbox and verify tool. */
export const RULED = /^(src|tools\/(sandbox|verify))\//

export const isTest = (file: string): boolean =>
  /\.test\.tsx?$/.test(file) || file.startsWith('test/')

function parse(file: string, text: string): Source {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  return { path: file, text, tree, imports: importsOf(file, tree) }
}

function importsOf(file: string, tree: ts.SourceFile): Import[] {
  const found: Import[] = []
  const add = (specifier: ts.Node, rest: Pick<Import, 'typeOnly' | 'dynamic' | 'names'>) => {
    if (!ts.isStringLiteralLike(specifier)) return
    found.push({ specifier: specifier.text, target: resolve(file, specifier.text), ...rest })
  }
  walk(tree, (node) => {
    if (ts.isImportDeclaration(node)) {
      add(node.moduleSpecifier, {
        typeOnly: isErased(node.importClause),
        dynamic: false,
        names: namesOf(node.importClause),
      })
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      add(node.moduleSpecifier, { typeOnly: node.isTypeOnly, dynamic: false, names: new Map() })
    } else if (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      node.arguments[0]
    ) {
      add(node.arguments[0], { typeOnly: false, dynamic: true, names: new Map() })
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, { typeOnly: true, dynamic: false, names: new Map() })
    }
  })
  return found
}

function isErased(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const { name, namedBindings } = clause
  if (name || !namedBindings || !ts.isNamedImports(namedBindings)) return false
  return (
    namedBindings.elements.length > 0 && namedBindings.elements.every((each) => each.isTypeOnly)
  )
}

function namesOf(clause: ts.ImportClause | undefined): Map<string, string> {
  const names = new Map<string, string>()
  const bindings = clause?.namedBindings
  if (clause?.name) names.set(clause.name.text, 'default')
  if (bindings && ts.isNamespaceImport(bindings)) names.set(bindings.name.text, '*')
  if (bindings && ts.isNamedImports(bindings)) {
    for (const each of bindings.elements)
      names.set(each.name.text, (each.propertyName ?? each.name).text)
  }
  return names
}

/** Resolves relative imports, and `#zone/name` imports by the `imports` field of package.json. */
function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#test/')) return `${specifier.slice(1)}.ts`
  if (/^#(sandbox|verify)\//.test(specifier)) return `tools/${specifier.slice(1)}.ts`
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}.ts`
  if (!specifier.startsWith('.')) return undefined
  return path.posix.join(path.posix.dirname(from), specifier.replace(/\?.*$/, ''))
}
