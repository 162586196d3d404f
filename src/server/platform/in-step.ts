export type InStep = (pause: () => Promise<void>) => Promise<void>

/**
 * Runs several pieces of work in step, one at a time: each runs until it pauses or ends; when all
 * have, `between` runs once; then each paused piece continues, in the same order. Resolves when all
 * have ended.
 * @param between must not throw
 * @throws the error of the first piece that failed, once all have ended
 */
export async function inStep(
  works: readonly InStep[],
  between: () => Promise<void>,
): Promise<void> {
  let paused: (() => void)[] = []
  let standsStill = () => {}
  const untilItStandsStill = (go: () => void) =>
    new Promise<void>((resolve) => {
      standsStill = resolve
      go()
    })
  const pause = () =>
    new Promise<void>((resolve) => {
      paused.push(resolve)
      standsStill()
    })
  const done: Promise<void>[] = []
  const begin = (work: InStep) => {
    const all = work(pause)
    done.push(all)
    const ended = () => standsStill()
    all.then(ended, ended)
  }
  for (const work of works) await untilItStandsStill(() => begin(work))
  while (paused.length > 0) {
    await between()
    const next = paused
    paused = []
    for (const goOn of next) await untilItStandsStill(goOn)
  }
  await Promise.all(done)
}
