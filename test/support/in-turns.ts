export async function inTurns<T>(
  hands: number,
  list: readonly T[],
  work: (one: T, index: number) => Promise<void>,
): Promise<void> {
  const rest = list.entries()
  await Promise.all(
    Array.from({ length: hands }, async () => {
      for (const [index, one] of rest) await work(one, index)
    }),
  )
}
