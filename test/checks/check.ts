import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

export function check(name: string, script: string, ...args: string[]): void {
  test(name, async () => {
    expect(await printed(script, args)).toBe('')
  })
}

/** Runs a tool and returns its output if it fails; returns an empty string if it succeeds. */
function printed(script: string, args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [script, ...args],
      { maxBuffer: 1 << 26 },
      (error, out, problems) => {
        resolve(error ? `${out}${problems}`.trim() || error.message : '')
      },
    )
  })
}
