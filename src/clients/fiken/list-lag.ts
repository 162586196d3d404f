/**
 * The longest that we expect Fiken's lists to lag behind its writes; what is read by its id is
 * current. Fiken promises nothing about it. A list nine seconds old led to decision 0021; ten
 * minutes is what we assume (decision 0025).
 */
export const LONGEST_LAG_MS = 10 * 60_000
