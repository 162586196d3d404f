import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

/** A tool that checks the whole repository, as one test: what it prints is what is wrong. */
export function check(name: string, script: string, ...args: string[]): void {
  test(name, async () => {
    expect(await printed(script, args)).toBe('')
  })
}

/** Nothing when the tool finds nothing. */
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
