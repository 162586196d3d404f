import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { openMemoryDatabase } from '#test/support/world/memory-database'
import { rowsOf } from './database.ts'

const { db, close } = await openMemoryDatabase()
afterAll(() => close())
await db.execute(
  sql`create temporary table things (id int primary key, what jsonb, at timestamptz)`,
)

const put = (id: number, what: unknown, at: Date | null = null) =>
  db.execute(
    sql`insert into things values (${id}, ${JSON.stringify(what)}::jsonb, ${at?.toISOString() ?? null}::timestamptz) returning id`,
  )
const idsBelow = async (id: number) =>
  (await rowsOf<{ id: number }>(db, sql`select id from things where id < ${id} order by id`)).map(
    (row) => row.id,
  )

it('answers the same the first time, the second and every later time', async () => {
  for (let id = 0; id < 10; id += 1) {
    await put(id, { n: [id, 'å', null] }, id % 2 ? new Date(id) : null)
    expect(await idsBelow(id + 1)).toHaveLength(id + 1)
  }
  const [last] = await rowsOf(db, sql`select what, at is null as "isNull" from things where id = 9`)
  expect(last).toEqual({ what: { n: [9, 'å', null] }, isNull: false })
})

it('plans a repeated statement once, and asks for the plan by its name', async () => {
  const plans = () =>
    rowsOf<{ calls: number }>(
      db,
      sql`select (generic_plans + custom_plans)::int as calls from pg_prepared_statements where statement like 'select id from things where id < %'`,
    )
  await idsBelow(3)
  const [before] = await plans()
  await idsBelow(4)
  const [after, ...others] = await plans()
  expect(others).toEqual([])
  expect(after?.calls).toBe((before?.calls ?? 0) + 1)
})

it('reports a refused statement, and goes on after it, inside and outside transactions', async () => {
  for (let times = 0; times < 3; times += 1) {
    await expect(put(1, {})).rejects.toMatchObject({ cause: { code: '23505' } })
    expect(await idsBelow(2)).toEqual([0, 1])
    const failed = db.transaction(async (tx) => {
      await tx.execute(sql`insert into things values (${100 + times})`)
      await tx.execute(sql`insert into things values (${1})`)
    })
    await expect(failed).rejects.toMatchObject({ cause: { code: '23505' } })
    expect(await idsBelow(200)).toHaveLength(10)
  }
})

it('prepares a statement again that the engine has forgotten', async () => {
  const count = () => rowsOf(db, sql`select count(*)::int as n from things where id >= ${0}`)
  for (let times = 0; times < 3; times += 1) await count()
  await db.execute(sql`deallocate all`)
  await expect(count()).rejects.toMatchObject({ cause: { code: '26000' } })
  expect(await count()).toEqual([{ n: 10 }])
})

it('knows a statement again that was first repeated in a transaction that was taken back', async () => {
  const sum = (tx: Pick<typeof db, 'execute'>) =>
    rowsOf(tx as typeof db, sql`select sum(id)::int as sum from things where id < ${5}`)
  const taken = db.transaction(async (tx) => {
    for (let times = 0; times < 3; times += 1) await sum(tx)
    throw new Error('taken back')
  })
  await expect(taken).rejects.toThrow('taken back')
  expect(await sum(db)).toEqual([{ sum: 10 }])
})
