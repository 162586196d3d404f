import type { TaskKind } from '#server/features/tasks/kind'

/** A gate that holds items of background tasks until the test lets some or all of them through. */
export interface TaskGate {
  aroundTasks: (kind: TaskKind) => TaskKind
  /** Lets this many more items start. */
  let: (count: number) => void
  shut: () => void
  open: () => void
}

export function taskGate(): TaskGate {
  let allowed = Infinity
  const waiting: (() => void)[] = []
  const pass = async () => {
    while (allowed <= 0) await new Promise<void>((resolve) => waiting.push(resolve))
    allowed -= 1
  }
  const allow = (count: number) => {
    allowed = count
    for (const go of waiting.splice(0)) go()
  }
  return {
    aroundTasks: (kind) => ({
      ...kind,
      run: async (platform, work) => {
        await pass()
        return kind.run(platform, work)
      },
    }),
    let: allow,
    shut: () => allow(0),
    open: () => allow(Infinity),
  }
}
