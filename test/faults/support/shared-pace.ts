/** As many people keep a pace of their own; more would be a flood that the product is not tried for here. */
const AT_ONCE = 12

/** How long each of so many people pauses, milliseconds, when twelve or fewer would pause `ms`. */
export const sharedPace = (ms: number, people: readonly unknown[]): number =>
  ms * Math.max(1, people.length / AT_ONCE)
