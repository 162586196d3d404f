import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/database/database.ts'
import { memberships, users } from './tables.ts'

/** This file names people: who did something, and what others see of them. */

export const PERSON = {
  personId: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
}

export interface PersonRow {
  personId: string
  email: string
  firstName: string | null
  lastName: string | null
}

/** Returns the people, by their ids; those who are deleted are missing. */
export async function peopleOf(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PersonRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select(PERSON)
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
  return new Map(rows.map((person) => [person.personId, person]))
}

/** What a reader is told of who did something. */
export type ShownActor = { name: string } | null

/**
 * Returns what the reader is told of who did the things that these people did for the company. In a
 * company that has no other member, the reader's own acts need no name.
 */
export async function actorsShownTo(
  db: Db,
  { reader, companyId }: { reader: string; companyId: string },
  actorIds: readonly (string | null)[],
): Promise<(actorId: string | null) => ShownActor> {
  const asked = actorIds.flatMap((actorId) => actorId ?? [])
  if (asked.length === 0) return () => null
  const isAlone = (await db.$count(memberships, eq(memberships.companyId, companyId))) < 2
  const people = await peopleOf(db, asked)
  return (actorId) => {
    if (actorId === null || (isAlone && actorId === reader)) return null
    const person = people.get(actorId)
    return { name: person ? nameOf(person) : FORMER_USER }
  }
}

const FORMER_USER = 'tidligere bruker'

/** Returns the name that others see of a person: the full name, or else the e-mail address. */
export function nameOf(person: {
  firstName: string | null
  lastName: string | null
  email: string
}): string {
  return [person.firstName, person.lastName].filter(Boolean).join(' ') || person.email
}

/** Returns a condition for the people of the company whose name or address has the text. */
export const isMemberNamed = (actorId: SQL | PgColumn, companyId: string, pattern: string): SQL =>
  sql`${actorId} in (select ${users.id} from ${memberships} join ${users} on ${users.id} = ${memberships.personId}
    where ${memberships.companyId} = ${companyId}
      and concat_ws(' ', ${users.firstName}, ${users.lastName}, ${users.email}) ilike ${pattern})`
