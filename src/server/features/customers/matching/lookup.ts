/**
 * Returns a function that finds items by any of their keys, in the given order. The index is built
 * at the first lookup, because most matches are decided without a lookup.
 * @param keysOf can return null and "" for missing keys
 */
export function lookup<Item>(
  all: readonly Item[],
  keysOf: (item: Item) => readonly (string | null)[],
): (key: string) => readonly Item[] {
  let found: Map<string, Item[]> | null = null
  return (key) => {
    found ??= grouped(all, keysOf)
    return found.get(key) ?? []
  }
}

function grouped<Item>(
  all: readonly Item[],
  keysOf: (item: Item) => readonly (string | null)[],
): Map<string, Item[]> {
  const found = new Map<string, Item[]>()
  for (const item of all) {
    for (const key of new Set(keysOf(item))) {
      if (!key) continue
      const others = found.get(key)
      if (others) others.push(item)
      else found.set(key, [item])
    }
  }
  return found
}
