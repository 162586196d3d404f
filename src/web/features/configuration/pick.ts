/** The chosen one of a closed list of values; the first when a select gives something else. */
export function pick<const Value extends string>(
  values: readonly [Value, ...Value[]],
  chosen: string,
): Value {
  return values.find((value) => value === chosen) ?? values[0]
}
