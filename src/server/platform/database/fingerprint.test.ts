import { eq, sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATABASE_KINDS, openDatabases, type Databases } from '#test/support/world/databases'
import { fingerprintOf } from './fingerprint.ts'

const notes = pgTable('fingerprint_notes', {
  owner: text('owner').notNull(),
  name: text('name').notNull(),
  said: text('said').notNull(),
})

describe.each(DATABASE_KINDS)('a fingerprint of rows in the %s database', (kind) => {
  let databases: Databases
  beforeAll(async () => {
    databases = await openDatabases(kind)
    const { db } = databases.one
    await db.execute(sql`create table fingerprint_notes (owner text, name text, said text)`)
    await db
      .insert(notes)
      .values(
        ['ola', 'kari'].flatMap((owner) =>
          ['a', 'b'].map((name) => ({ owner, name, said: 'first' })),
        ),
      )
  })
  afterAll(() => databases.close())

  const print = (owner: string) =>
    fingerprintOf(databases.one.db, [
      { table: notes, key: [notes.name], which: eq(notes.owner, owner) },
    ])

  test.each([
    [
      'changed',
      sql`update fingerprint_notes set said = 'other' where owner = 'ola' and name = 'a'`,
    ],
    [
      'written with what it held',
      sql`update fingerprint_notes set said = said where owner = 'ola' and name = 'a'`,
    ],
    ['added', sql`insert into fingerprint_notes values ('ola', 'c', 'first')`],
    ['deleted', sql`delete from fingerprint_notes where owner = 'ola' and name = 'b'`],
    [
      'replaced by an equal one',
      sql`with gone as (delete from fingerprint_notes where owner = 'ola' and name = 'a' returning *)
          insert into fingerprint_notes select * from gone`,
    ],
  ])('is another one when a row is %s, and not when a row of others is', async (_, change) => {
    const [mine, theirs] = [await print('ola'), await print('kari')]
    expect(await print('ola')).toBe(mine)
    await databases.one.db.execute(change)
    expect(await print('ola')).not.toBe(mine)
    expect(await print('kari')).toBe(theirs)
  })

  test('of no rows is one too', async () => {
    expect(await print('nobody')).toBe('0/0')
  })
})
