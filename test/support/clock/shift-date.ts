/**
 * Makes Date, in Node or in a page, run `ahead` milliseconds ahead of the machine's clock. Code
 * compiled earlier is affected too; timers are unchanged. Must not use other functions, because a
 * page receives this function as source text.
 */
export function shiftDate(ahead: () => number): void {
  const Machine = Date
  const machineNow = Machine.now.bind(Machine)
  const now = () => machineNow() + ahead()
  const Shifted = new Proxy(Machine, {
    construct: (_machine, args, made) =>
      Reflect.construct(Machine, args.length === 0 ? [now()] : args, made) as Date,
    apply: () => new Machine(now()).toString(),
  })
  Machine.now = now
  Machine.prototype.constructor = Shifted
  globalThis.Date = Shifted
}
