/**
 * The first readings of users' lists that are under way in this process. Two lanes want a new user's
 * lists at once, the mirrors' own and the products screen's, and a vendor counts each page.
 */
const underWay = new Map<string, Promise<unknown>>()

/**
 * Reads a list for the first time, or waits for the reading that is under way. Should that one fail,
 * the list is read all the same. In two processes both read, which is harmless: what is stored twice
 * is the same.
 *
 * @param list whose it is, and which
 * @throws what `read` throws
 */
export async function readFirst<Result>(
  list: readonly string[],
  read: () => Promise<Result>,
): Promise<Result> {
  const key = list.join(' ')
  const other = underWay.get(key) as Promise<Result> | undefined
  if (other) {
    const result = await other.catch(() => undefined)
    if (result !== undefined) return result
  }
  const mine = read()
  underWay.set(key, mine)
  try {
    return await mine
  } finally {
    if (underWay.get(key) === mine) underWay.delete(key)
  }
}
