import { randomUUID } from 'node:crypto'
import { users } from '#server/features/auth/tables'
import type { Db } from '#server/platform/database/database'

const DAY_MS = 86_400_000
const LONG = 'Wilhelmine Alexandra Fredrikke Johannessen-Kristoffersdatter'

/**
 * Adds various users: with names of sixty letters, without a name or company, and inactive. User
 * number 0 is the newest. None of them can log in.
 */
export async function crowd(db: Db, count: number, now: Date): Promise<void> {
  const at = (n: number) => new Date(now.getTime() - (n + 1) * DAY_MS)
  await db.insert(users).values(
    Array.from({ length: count }, (_, n) => {
      const email = `bruker${n}@${n % 7 === 0 ? 'et-ganske-langt-domenenavn-for-en-rorlegger' : 'firma'}.example`
      const name =
        n % 10 === 0
          ? { firstName: LONG, lastName: `Nr${n}` }
          : { firstName: 'Kari', lastName: `Nordmann ${n}` }
      return {
        id: randomUUID(),
        username: email,
        email,
        password: '-',
        ...(n % 9 === 0 ? {} : name),
        ...(n % 8 === 0 ? {} : { companyName: `Rørlegger ${n} Vestlandet og Omegn AS` }),
        isActive: n % 5 !== 0,
        isAdmin: n === 3,
        createdAt: at(n),
        updatedAt: at(n),
      }
    }),
  )
}
