/**
 * Yields rows in batches that fit one SQL statement (PostgreSQL allows 65 535 values). If a key
 * occurs twice, only its last row is kept, because one statement may not write the same row twice.
 */
export function* portions<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
  size = 500,
): Generator<Row[]> {
  const distinct = [...new Map(rows.map((row) => [keyOf(row), row])).values()]
  for (let start = 0; start < distinct.length; start += size)
    yield distinct.slice(start, start + size)
}
