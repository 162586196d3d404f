import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalFromOre, oreFromDecimal } from '#shared/money'
import { paymentUuid, planWriteBack } from './plan-write-back.ts'

const INVOICE = { accountUuid: 'A-1', fikenCompanySlug: 'ror-as', jobUuid: 'J-1' }

test('a payment always has the same uuid, and another payment has another', () => {
  const uuid = paymentUuid({ ...INVOICE, paid: 125_000, round: 0 })
  expect(uuid).toBe(
    paymentUuid({ ...INVOICE, accountUuid: 'a-1', jobUuid: 'j-1', paid: 125_000, round: 0 }),
  )
  expect(uuid).toBe('37cfee0c-3f31-56a3-a3b8-578ca9a12d91')
  expect(paymentUuid({ ...INVOICE, paid: 125_001, round: 0 })).not.toBe(uuid)
  expect(paymentUuid({ ...INVOICE, paid: 125_000, round: 1 })).not.toBe(uuid)
})

test('whatever is paid, registered by hand, deleted and repeated: what ServiceM8 knows comes up to Fiken and never beyond', () => {
  const GROSS = 100_000
  interface Payment {
    uuid: string
    active: boolean
    amount: string
  }
  const step = fc.oneof(
    fc.record({ kind: fc.constant('fiken' as const), paid: fc.integer({ min: 0, max: 150_000 }) }),
    fc.record({ kind: fc.constant('hand' as const), ore: fc.integer({ min: 1, max: 60_000 }) }),
    fc.record({ kind: fc.constant('delete' as const), at: fc.nat(5) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const payments: Payment[] = []
      const sum = () =>
        payments
          .filter((one) => one.active)
          .reduce((all, one) => all + oreFromDecimal(one.amount), 0)
      for (const [index, one] of steps.entries()) {
        if (one.kind === 'hand')
          payments.push({ uuid: `by hand ${index}`, active: true, amount: decimalFromOre(one.ore) })
        if (one.kind === 'delete' && payments[one.at]) payments[one.at]!.active = false
        if (one.kind !== 'fiken' || one.paid === 0) continue
        const before = sum()
        // The payment is recorded, the response is lost, and the payment is recorded again.
        for (let time = 0; time < 2; time += 1) {
          const plan = planWriteBack({
            ...INVOICE,
            paid: one.paid,
            gross: GROSS,
            lineCount: 3,
            payments,
          })
          if (plan.kind !== 'create') continue
          expect(payments.map(({ uuid }) => uuid)).not.toContain(plan.uuid)
          payments.push({ uuid: plan.uuid, active: true, amount: decimalFromOre(plan.amount) })
        }
        const wanted = Math.min(one.paid, GROSS)
        // Our existing payment counts, whatever has happened to the other payments.
        expect(sum()).toBeLessThanOrEqual(Math.max(before, wanted))
        expect(sum()).toBeGreaterThanOrEqual(before)
      }
    }),
  )
})

test('what is missing is registered, and nothing if somebody already has', () => {
  const there = (amount: string, active = true) => [{ uuid: 'by hand', active, amount }]
  const plan = (paid: number, payments = there('0')) =>
    planWriteBack({ ...INVOICE, paid, gross: 125_000, lineCount: 2, payments })
  expect(plan(125_000)).toMatchObject({ kind: 'create', amount: 125_000 })
  expect(plan(125_000, there('250.0000'))).toMatchObject({ kind: 'create', amount: 100_000 })
  expect(plan(125_000, there('250.0000', false))).toMatchObject({ kind: 'create', amount: 125_000 })
  expect(plan(125_000, there('1250'))).toEqual({ kind: 'enough' })
  // A payment recorded manually with ServiceM8's total, whose rounding differs from the invoice's.
  expect(plan(125_000, there('1249.98'))).toEqual({ kind: 'enough' })
  expect(plan(125_000, there('1249.97'))).toMatchObject({ kind: 'create', amount: 3 })
  expect(plan(2)).toMatchObject({ kind: 'create', amount: 2 })
  expect(plan(130_000)).toMatchObject({ kind: 'create', amount: 125_000 })
  const first = plan(125_000)
  if (first.kind !== 'create') throw new Error('nothing to register')
  expect(
    plan(125_000, [{ uuid: first.uuid.toUpperCase(), active: true, amount: '1250.0000' }]),
  ).toEqual({ kind: 'ours', amount: 125_000 })
})

test('a payment of ours that somebody has deleted is followed by another one, and that by a third', () => {
  const deleted: { uuid: string; active: boolean; amount: string }[] = []
  for (let round = 0; round < 3; round += 1) {
    const plan = planWriteBack({
      ...INVOICE,
      paid: 125_000,
      gross: 125_000,
      lineCount: 1,
      payments: deleted,
    })
    const uuid = paymentUuid({ ...INVOICE, paid: 125_000, round })
    expect(plan).toEqual({ kind: 'create', uuid, amount: 125_000 })
    deleted.push({ uuid, active: false, amount: '1250.0000' })
  }
  const again = {
    uuid: paymentUuid({ ...INVOICE, paid: 125_000, round: 3 }),
    active: true,
    amount: '1250.0000',
  }
  expect(
    planWriteBack({
      ...INVOICE,
      paid: 125_000,
      gross: 125_000,
      lineCount: 1,
      payments: [...deleted, again],
    }),
  ).toEqual({ kind: 'ours', amount: 125_000 })
})

test('what a deposit was registered with is not counted against the invoice it was taken off', () => {
  const invoice = { ...INVOICE, paid: 75_000, gross: 75_000, lineCount: 2, deposit: 50_000 }
  const byHand = (ore: number) => [{ uuid: 'by hand', active: true, amount: decimalFromOre(ore) }]
  const amountOf = (ore: number) => {
    const plan = planWriteBack({ ...invoice, payments: ore === 0 ? [] : byHand(ore) })
    return plan.kind === 'create' ? plan.amount : 0
  }
  expect([0, 50_000, 60_000, 125_000].map(amountOf)).toEqual([75_000, 75_000, 65_000, 0])
})

test('an amount that cannot be read counts as nothing', () => {
  const payments = [{ uuid: 'by hand', active: true, amount: 'ukjent' }]
  expect(
    planWriteBack({ ...INVOICE, paid: 125_000, gross: 125_000, lineCount: 1, payments }),
  ).toMatchObject({ kind: 'create', amount: 125_000 })
})
