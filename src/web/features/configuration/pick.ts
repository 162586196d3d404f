/** Returns the chosen value of a closed list; the first when a select gives something else. */
export function pick<const Value extends string>(
  values: readonly [Value, ...Value[]],
  chosen: string,
): Value {
  return values.find((value) => value === chosen) ?? values[0]
}
