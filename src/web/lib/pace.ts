/** How long a screen looks closely for what it has just asked the server to do. */
const HURRY_MS = 30_000

let until = 0

/** Something was asked for that shows in the lists a little later: polls are quick for half a minute. */
export function hurry(): void {
  until = Date.now() + HURRY_MS
}

/** When the hurry ends (ms). */
export function hurriedUntil(): number {
  return until
}
