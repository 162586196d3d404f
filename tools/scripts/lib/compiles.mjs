import path from 'node:path'
import { root } from './paths.mjs'

/**
 * Returns a function that checks whether a server file would compile after a change.
 * @returns {Promise<(file: string, text: string) => boolean>} for paths relative to the root
 */
export async function compiler() {
  const { default: ts } = await import('typescript')
  const config = ts.getParsedCommandLineOfConfigFile(
    path.join(root, 'tsconfig.server.json'),
    { noEmit: true },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
      },
    },
  )
  const changed = new Map()
  let version = 0
  const service = ts.createLanguageService({
    ...ts.sys,
    getCompilationSettings: () => config.options,
    getScriptFileNames: () => config.fileNames,
    getScriptVersion: (name) => (changed.has(name) ? `changed ${version}` : 'as written'),
    getScriptSnapshot: (name) => {
      const text = changed.get(name) ?? ts.sys.readFile(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
  })
  return (file, text) => {
    const name = path.join(root, file)
    changed.clear()
    changed.set(name, text)
    version += 1
    return (
      [...service.getSyntacticDiagnostics(name), ...service.getSemanticDiagnostics(name)].length ===
      0
    )
  }
}
