/**
 * The longest time in milliseconds that Fiken's lists are assumed to lag behind its writes; reads
 * by id are current. Fiken documents nothing about the lag. A list nine seconds old led to decision
 * 0021; ten minutes is our assumption (decision 0025).
 */
export const LONGEST_LAG_MS = 10 * 60_000
