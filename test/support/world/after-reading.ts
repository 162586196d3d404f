import type { Db } from '#server/platform/database/database'

type Method = (...args: unknown[]) => unknown
const isMethod = (value: unknown): value is Method => typeof value === 'function'

/** Simulates a race: runs `act` after a read of this table, before the rows are returned. */
export function afterReading(db: Db, table: object, act: () => Promise<void>): Db {
  return new Proxy(db, {
    get: (whole, name) => {
      const member: unknown = Reflect.get(whole, name)
      if (!isMethod(member)) return member
      return (...args: unknown[]) => {
        const answer = member.apply(whole, args)
        return name === 'select' ? watched(answer as object, table, act, false) : answer
      }
    },
  })
}

function watched(query: object, table: object, act: () => Promise<void>, ours: boolean): object {
  return new Proxy(query, {
    get: (building, name) => {
      const member: unknown = Reflect.get(building, name)
      if (!isMethod(member)) return member
      if (name === 'then' && ours) {
        return (...heard: Parameters<Promise<unknown>['then']>) =>
          Promise.resolve(building as PromiseLike<unknown>)
            .then(async (rows) => {
              await act()
              return rows
            })
            .then(...heard)
      }
      return (...args: unknown[]) => {
        const next = member.apply(building, args)
        const isStep = typeof next === 'object' && next !== null && name !== 'then'
        return isStep
          ? watched(next, table, act, ours || (name === 'from' && args[0] === table))
          : next
      }
    },
  })
}
