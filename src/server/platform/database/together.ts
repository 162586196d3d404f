/**
 * Makes many calls of one kind into few statements: what is asked for while a statement is on its way waits and goes with the next one. A
 * caller who is alone does not wait at all, and two hundred who come at once are two statements. Answers come back in the callers' order;
 * a statement that fails, fails for all who were in it.
 */
export function together<Asked, Answer>(
  run: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
): (asked: Asked) => Promise<Answer> {
  interface Caller {
    asked: Asked
    resolve: (answer: Answer) => void
    reject: (error: unknown) => void
  }
  let waiting: Caller[] = []
  let underWay = false

  async function serve(): Promise<void> {
    underWay = true
    while (waiting.length > 0) {
      const callers = waiting
      waiting = []
      try {
        const answers = await run(callers.map(({ asked }) => asked))
        callers.forEach(({ resolve, reject }, place) => {
          const answer = answers[place]
          if (place in answers) resolve(answer as Answer)
          else reject(new Error('a statement for many left one without an answer'))
        })
      } catch (error) {
        for (const { reject } of callers) reject(error)
      }
    }
    underWay = false
  }

  return (asked) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ asked, resolve, reject })
      // One turn of the event loop later, so that those who ask in the same turn go together.
      if (!underWay) {
        underWay = true
        setImmediate(() => void serve())
      }
    })
}
