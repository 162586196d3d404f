import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { STATE_VERSION, type SandboxState } from './state.ts'

export interface Persistence {
  load: () => SandboxState | null
  /** Saves the state soon; several calls in quick succession become one write. */
  soon: () => void
  now: () => void
  close: () => void
}

const SOON_MS = 150

/** Keeps the state in one JSON file, replaced by renaming; a crash leaves a complete file. */
export function createPersistence(dataDir: string, read: () => SandboxState): Persistence {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'state.json')
  let timer: NodeJS.Timeout | null = null
  let lastCost = 0

  function write(): void {
    if (timer) clearTimeout(timer)
    timer = null
    const started = Date.now()
    writeFileSync(`${file}.tmp`, JSON.stringify(read()))
    renameSync(`${file}.tmp`, file)
    lastCost = Date.now() - started
  }

  return {
    load() {
      try {
        const state = JSON.parse(readFileSync(file, 'utf8')) as SandboxState
        return state.version === STATE_VERSION ? state : null
      } catch {
        return null
      }
    },
    soon() {
      timer ??= setTimeout(write, SOON_MS + lastCost * 10)
    },
    now: write,
    close() {
      if (timer) write()
    },
  }
}
