import { describe, expect, test } from 'vitest'
import type { StoredDraft } from '#sandbox/world/state'
import { formatDate, today } from '#shared/dates'
import {
  atRest,
  completeNewJob,
  countFrom,
  draftOf,
  jobNamed,
  linesOf,
  startPlumber,
  storyOf,
} from '../../support/people/plumber.ts'

const plumber = await startPlumber()
await countFrom(plumber, 19)

async function draftFor(key: string): Promise<StoredDraft & { recipient: string }> {
  return draftOf(plumber, await atRest(plumber, jobNamed(key)))
}

const job = (key: string) => {
  const found = plumber.account.tables.job[jobNamed(key)]
  if (!found) throw new Error(`The seed has no job ${key}`)
  return found
}

const deliveredOn = (key: string) => formatDate(job(key).completion_date.slice(0, 10))

test('an ordinary job: work on 3020, goods on 3000, and the same sum on both sides', async () => {
  const draft = await draftFor('enkel')
  expect(linesOf(draft)).toEqual([
    ['Rørlegger, time', 1.5, 89_500, 'HIGH', '3020'],
    ['Kuleventil 1/2"', 2, 14_990, 'HIGH', '3000'],
  ])
  expect(job('enkel').total_invoice_amount).toBe('2052.8800')
  expect([draft.net, draft.gross]).toEqual([164_230, 205_288])
  expect(draft.recipient).toBe('Vestkanten Eiendom AS')
})

test('the references point back to the job, the order and the person', async () => {
  const draft = await draftFor('enkel')
  expect(draft).toMatchObject({
    ourReference: `Jobb #${job('enkel').generated_job_id}`,
    yourReference: 'Silje Haugen',
    orderReference: '4711',
    daysUntilDueDate: 14,
    issueDate: today(new Date(plumber.vendors.now())),
    type: 'invoice',
  })
  expect(draft.bankAccountNumber).toBeUndefined()
})

test('the text says what was ordered, then where and when it was delivered', async () => {
  const draft = await draftFor('enkel')
  expect(draft.invoiceText).toBe(
    `Byttet kuleventil i teknisk rom\n\nLeveringssted: Loddefjordveien 2, 5171 Loddefjord. Leveringsdato: ${deliveredOn('enkel')}.`,
  )
})

test('an order number keeps its leading zeros in Fiken', async () => {
  const transfer = await atRest(plumber, jobNamed('po med nuller'))
  expect(draftOf(plumber, transfer).orderReference).toBe('000451')
  expect(transfer.poNumber).toBe('000451')
})

test('an order number with letters, a slash and a space is left unchanged', async () => {
  expect((await draftFor('ører')).orderReference).toBe('A-7/2 ø')
})

test('three VAT rates on one job: each line gets its own type and account', async () => {
  const draft = await draftFor('blandet mva')
  expect(linesOf(draft)).toEqual([
    ['Vannlås kjøkken', 1, 28_900, 'HIGH', '3000'],
    ['Drikkevann, kasse', 3, 18_900, 'MEDIUM', '3030'],
    ['Veiledningshefte våtrom (bok)', 1, 24_900, 'EXEMPT', '3100'],
  ])
  expect([draft.net, draft.gross]).toEqual([110_500, 126_230])
})

test('prices including VAT are split, and the customer still pays the price they were quoted', async () => {
  const draft = await draftFor('priser med mva')
  expect(linesOf(draft)).toEqual([
    ['Servantbatteri krom', 1, 189_000, 'HIGH', '3000'],
    ['Rørlegger, time', 1.25, 89_500, 'HIGH', '3020'],
  ])
  expect(draft.gross).toBe(236_250 + 139_844)
})

test('a discount is a line with a negative quantity', async () => {
  const draft = await draftFor('rabatt')
  expect(linesOf(draft)).toEqual([
    ['Toalett vegghengt', 1, 529_000, 'HIGH', '3000'],
    ['Rabatt fast kunde', -1, 50_000, 'HIGH', '3020'],
  ])
  expect(draft.gross).toBe(598_750)
})

test('a price below zero is a quantity below zero, without the item, which would go back to stock', async () => {
  const material_uuid =
    Object.values(plumber.account.tables.material).find(({ item_number }) => item_number === '1001')
      ?.uuid ?? ''
  const lines = [
    { name: 'Arbeid', displayed_amount: '1000.0000' },
    { name: 'Rabatt', displayed_amount: '-250.0000', material_uuid },
    { name: 'Tatt tilbake', quantity: '-1', displayed_amount: '-250.0000' },
    { name: 'Rabatt per meter', quantity: '1000', displayed_amount: '-0.1234' },
  ]
  const uuid = completeNewJob(plumber, { client: 'Vestkanten Eiendom AS', lines })
  const transfer = await atRest(plumber, uuid)
  const draft = draftOf(plumber, transfer)
  expect(linesOf(draft)).toEqual([
    ['Arbeid', 1, 100_000, 'HIGH', '3020'],
    ['Rabatt', -1, 25_000, 'HIGH', '3000'],
    ['Tatt tilbake', 1, 25_000, 'HIGH', '3020'],
    ['Rabatt per meter (1\u00a0000 × \u22120,1234 kr ekskl. mva)', -1, 12_340, 'HIGH', '3020'],
  ])
  expect(draft.lines.map(({ productId }) => productId ?? null)).toEqual([null, null, null, null])
  expect([transfer.status, draft.gross]).toEqual(['completed', 125_000 - 15_425])
})

test('a line without an item is free text, booked as work', async () => {
  const draft = await draftFor('fritekst')
  expect(linesOf(draft)).toEqual([['Utrykning kveld, fast pris', 1, 240_000, 'HIGH', '3020']])
  expect(draft.lines[0]?.productId).toBeUndefined()
})

test('lines without a price are kept, as text between the others', async () => {
  const draft = await draftFor('tekstlinjer')
  expect(linesOf(draft)).toEqual([
    ['Arbeid utført mandag og tirsdag:', 1, 0, 'HIGH', '3020'],
    ['Dusjbatteri termostat', 2, 329_000, 'HIGH', '3000'],
    ['Garanti 5 år på deler', 1, 0, 'HIGH', '3020'],
  ])
  expect(draft.gross).toBe(822_500)
})

test('a bundle is written out line by line', async () => {
  const draft = await draftFor('pakke')
  expect(linesOf(draft)).toEqual([
    ['Varmtvannsbereder 200 l', 1, 949_000, 'HIGH', '3000'],
    ['Sikkerhetsventil 9 bar', 1, 38_900, 'HIGH', '3000'],
    ['Rørlegger, time', 3, 89_500, 'HIGH', '3020'],
  ])
  expect(draft.gross).toBe(1_570_500)
})

test('a line that was removed in ServiceM8 is not invoiced', async () => {
  const transfer = await atRest(plumber, jobNamed('fjernet linje'))
  const draft = draftOf(plumber, transfer)
  expect(linesOf(draft)).toEqual([['Høytrykksspyling, time', 2, 149_000, 'HIGH', '3020']])
  expect(draft.gross).toBe(372_500)
  expect(transfer.lineItemsCount).toBe(1)
  expect(transfer.servicem8Data?.line_items.map((line) => line.description)).toEqual([
    'Høytrykksspyling, time',
  ])
})

test('a line without a rate, on a job whose total has no VAT, is exempt', async () => {
  const draft = await draftFor('uten sats')
  expect(linesOf(draft)).toEqual([['Gebyr rørmelding', 1, 135_000, 'EXEMPT', '3100']])
  expect([draft.net, draft.gross]).toEqual([135_000, 135_000])
})

test('ÆØÅ, quotes and thousandths of a metre survive', async () => {
  const draft = await draftFor('æøå')
  expect(linesOf(draft)).toEqual([['Kobberrør 15 mm, m', 3.333, 8_950, 'HIGH', '3000']])
  expect([draft.net, draft.gross]).toEqual([29_830, 37_288])
  expect(draft.invoiceText).toMatch(
    /^Tæring på rør i kjøkken – «ørliten» lekkasje\n\nLeveringssted: Øvregaten 9 B, 5003 Bergen\./,
  )
  expect(draft.recipient).toBe('Bjørg Ødegård')
})

test('a text of two thousand characters is cut at a whole word, and never loses the place and date of delivery', async () => {
  const { invoiceText = '' } = await draftFor('lang tekst')
  const delivery = `\n\nLeveringssted: Skansemyren 3, 5014 Bergen. Leveringsdato: ${deliveredOn('lang tekst')}.`
  expect(invoiceText.length).toBeLessThanOrEqual(500)
  expect(invoiceText.length).toBeGreaterThan(450)
  expect(invoiceText.endsWith(delivery)).toBe(true)
  const kept = invoiceText.slice(0, -delivery.length).replace(/\s*…$/, '')
  const original = job('lang tekst').job_description
  expect(original.startsWith(kept)).toBe(true)
  expect(original.charAt(kept.length)).toMatch(/[\s.,]/)
})

describe('many small parts with prices of four decimals', () => {
  test('are sent so that no line is more than an øre from ServiceM8’s', async () => {
    const draft = await draftFor('ører')
    expect(linesOf(draft)).toEqual([
      ['Kobling 15 mm (7 × 42,9175 kr ekskl. mva)', 1, 30_042, 'HIGH', '3000'],
      ['T-rør 15 mm', 0.333, 7_455, 'HIGH', '3000'],
      ['Albue 15 mm (3 × 33,33 kr inkl. mva)', 1, 7_999, 'HIGH', '3000'],
    ])
    expect(job('ører').total_invoice_amount).toBe('506.5500')
    expect(draft.gross).toBe(50_656)
  })

  test('and the øre that remains is explained', async () => {
    const story = await storyOf(plumber, await atRest(plumber, jobNamed('ører')))
    expect(story).toContainEqual(
      expect.stringMatching(/^«T-rør 15 mm»: 31,04 kr i Fiken mot 31,03 kr i ServiceM8, 1 øre mer/),
    )
    expect(story).toContainEqual(
      expect.stringMatching(/^2 linjer sendes som én enhet med antallet i teksten/),
    )
  })
})

describe('products in Fiken', () => {
  const productOn = async (key: string, index: number) => {
    const { productId } = (await draftFor(key)).lines[index] ?? {}
    return plumber.company.products.find((product) => product.productId === productId)
  }

  test('that exist already are referenced by number', async () => {
    expect(await productOn('enkel', 0)).toMatchObject({ productNumber: 'TIME-RL' })
    expect(await productOn('enkel', 1)).toMatchObject({ productNumber: '1001' })
  })

  test('that are missing are created, with net price, VAT type and account, and without stock', async () => {
    const valve = await productOn('pakke', 1)
    expect(valve).toMatchObject({
      name: 'Sikkerhetsventil 9 bar',
      productNumber: '1006',
      vatType: 'HIGH',
      incomeAccount: '3000',
    })
    expect(valve?.unitPrice).toBe(38_900)
    expect(valve?.stock).toBeUndefined()
  })

  test('keep their own VAT type; the line of the job has the job’s', async () => {
    expect((await productOn('blandet mva', 1))?.vatType).toBe('HIGH')
    expect((await draftFor('blandet mva')).lines[1]?.vatType).toBe('MEDIUM')
  })

  test('that were deleted in Fiken since the last job are created again', async () => {
    const { company } = plumber
    company.products = company.products.filter((product) => product.productNumber !== '1001')
    const materialUuid = Object.values(plumber.account.tables.material).find(
      (one) => one.item_number === '1001',
    )?.uuid
    const valve = {
      name: 'Kuleventil 1/2"',
      displayed_amount: '149.9000',
      material_uuid: materialUuid ?? '',
    }
    const uuid = completeNewJob(plumber, { client: 'Vestkanten Eiendom AS', lines: [valve] })
    const draft = draftOf(plumber, await atRest(plumber, uuid))
    const made = company.products.filter((product) => product.productNumber === '1001')
    expect(made.map((product) => product.productId)).toEqual(
      draft.lines.map((line) => line.productId),
    )
  })

  test('are not used on a line whose quantity is folded into its text', async () => {
    expect(await productOn('ører', 0)).toBeUndefined()
    expect(await productOn('ører', 1)).toMatchObject({ productNumber: '1022' })
  })
})
