import { MARK, type Lab } from '../lab.ts'
import { seen, type Point } from '../point.ts'
import { instantOf } from '#clients/servicem8/time'
import { brief, rowsOf, type RawAnswer } from '../wire.ts'

const MATERIALS = 'src/clients/servicem8/materials.ts'
const ROW = 'src/clients/http/row.ts'

export const RECORDS: Point[] = [
  {
    id: 'servicem8.records.repeated-uuid',
    question: 'What is answered when a record’s uuid is sent twice?',
    expected: '409, and there is one record',
    today: 'an unanswered create is looked up by its uuid; 409 means that it is there',
    file: 'src/server/features/payments/write-back.ts',
    whatToChange:
      'Another 4xx: read it as a conflict. 200 with a second record: always look up before a create',
    async ask({ servicem8 }) {
      const { uuid } = await servicem8.material()
      const again = await servicem8.raw('POST', '/api_1.0/material.json', {
        json: { uuid, name: MARK, item_number: `FBV-${uuid.slice(0, 8)}` },
      })
      const rows = await filtered(servicem8.raw, 'material', `uuid eq '${uuid}'`)
      return seen(
        `${brief(again)}; ${rowsOf(rows).length} record`,
        again.status === 409 && rowsOf(rows).length === 1,
      )
    },
  },
  {
    id: 'servicem8.records.sparse-update',
    question: 'Does an update change only what is sent?',
    expected: 'yes: with the name and a price sent, the item number stays',
    today: 'the required field is sent unchanged beside what changes',
    file: MATERIALS,
    whatToChange: 'Send the whole record that was read, as at Fiken',
    async ask({ servicem8 }) {
      const { uuid, number } = await servicem8.material()
      await servicem8.change('material', uuid, { name: MARK, price: '150.0000' })
      const now = await servicem8.read('material', uuid)
      return seen(
        `price ${String(now['price'])}, item_number ${JSON.stringify(now['item_number'])}`,
        Number(now['price']) === 150 && now['item_number'] === number,
      )
    },
  },
  {
    id: 'servicem8.records.without-required',
    question: 'Is an update refused that leaves out a required field?',
    expected: 'no: it is taken',
    today: 'the required field is always sent along',
    file: MATERIALS,
    whatToChange: 'Nothing: it is sent along',
    async ask({ servicem8 }) {
      const { uuid } = await servicem8.material()
      const answer = await servicem8.raw('POST', `/api_1.0/material/${uuid}.json`, {
        json: { price: '160.0000' },
      })
      return seen(brief(answer), answer.status === 200)
    },
  },
  {
    id: 'servicem8.records.soft-delete',
    question: 'Does a deleted record stay in lists, with active 0?',
    expected: 'yes',
    today: 'lists are read with deleted rows, and one that is missing is not taken for deleted',
    file: 'src/server/features/mirrors/servicem8-sync.ts',
    whatToChange: 'Read the whole list each night, and take what is missing for deleted',
    async ask({ servicem8 }) {
      const { uuid } = await servicem8.material()
      const deleted = await servicem8.raw('DELETE', `/api_1.0/material/${uuid}.json`)
      const [row] = rowsOf(await filtered(servicem8.raw, 'material', `uuid eq '${uuid}'`))
      return seen(
        `${deleted.status}; ${row ? `active ${JSON.stringify(row['active'])}` : 'not in the list'}`,
        deleted.status === 200 && String(row?.['active']) === '0',
      )
    },
  },
  {
    id: 'servicem8.records.number-after-delete',
    question: 'May an item number be used again when its item has been deleted?',
    expected: 'yes',
    today: 'a refusal is shown beside the item, with ServiceM8’s words',
    file: 'src/server/features/product-sync/planned',
    whatToChange: 'Restore the deleted item (active 1) instead of making another',
    async ask({ servicem8 }) {
      const { uuid, number } = await servicem8.material()
      await servicem8.raw('DELETE', `/api_1.0/material/${uuid}.json`)
      const again = crypto.randomUUID()
      const answer = await servicem8.raw('POST', '/api_1.0/material.json', {
        json: { uuid: again, name: MARK, item_number: number },
      })
      if (answer.status === 200) await servicem8.raw('DELETE', `/api_1.0/material/${again}.json`)
      return seen(brief(answer), answer.status === 200)
    },
  },
  {
    id: 'servicem8.records.negative-stock',
    question: 'May stock be negative?',
    expected: 'yes: −2 is kept',
    today: 'what Fiken has is written as it is',
    file: 'src/server/features/products/stock.ts',
    whatToChange: 'Write 0 for less, and say so in the plan that is shown',
    async ask({ servicem8 }) {
      const { uuid } = await servicem8.material({ item_is_inventoried: 1, quantity_in_stock: -2 })
      const { quantity_in_stock: stock } = await servicem8.read('material', uuid)
      return seen(JSON.stringify(stock), Number(stock) === -2)
    },
  },
  {
    id: 'servicem8.records.types',
    question: 'How are numbers, yes and no written?',
    expected: 'as live accounts were seen to: job total text, prices numbers, flags both ways',
    today: 'every flag and number is read in any of the spellings seen',
    file: ROW,
    whatToChange: 'Nothing for a spelling that readRow takes; else add it there',
    async ask({ servicem8 }) {
      const { uuid } = await servicem8.material({ item_is_inventoried: 1 })
      const material = await servicem8.read('material', uuid)
      const job = await servicem8.read('job', await servicem8.job())
      const found = [
        kind('total_invoice_amount', job),
        kind('invoice_sent', job),
        kind('payment_processed', job),
        kind('price', material),
        kind('quantity_in_stock', material),
        kind('item_is_inventoried', material),
        kind('active', material),
      ]
      const expected =
        'total_invoice_amount string, invoice_sent boolean, payment_processed number, price number, quantity_in_stock number, item_is_inventoried string, active number'
      return seen(found.join(', '), found.join(', ') === expected)
    },
  },
  {
    id: 'servicem8.records.local-time',
    question: 'Is edit_date in the account’s own time?',
    expected: 'yes: within three minutes of now',
    today: 'stamps are read in the zone of vendor.json, and cursors are in the account’s own words',
    file: 'src/clients/servicem8/time.ts',
    whatToChange: 'Read stamps as UTC in instantOf; dates of completion would else be a day off',
    async ask(lab) {
      const { uuid } = await lab.servicem8.material()
      const stamp = String((await lab.servicem8.read('material', uuid))['edit_date'])
      const { timeZone } = lab.servicem8.account
      const at = instantOf(stamp, timeZone)
      const away = at === null ? NaN : Math.abs(Date.parse(at) - lab.clock.now()) / 60_000
      return seen(`${stamp} in ${timeZone}, ${away.toFixed(0)} min from now`, away <= 3)
    },
  },
  {
    id: 'servicem8.records.organisation-number',
    question: 'Where do Norwegian users keep a client’s organisation number?',
    expected: 'in the client’s business number (abn_number)',
    today: 'it counts only when the names agree, and can be typed under Kunder',
    file: 'src/clients/servicem8/parse.ts',
    whatToChange: 'Read the field that is used; the import then links more by itself',
    ask: 'Look at three companies among the first customer’s clients: which field holds the number?',
  },
]

export const filtered = (
  raw: Lab['servicem8']['raw'],
  object: string,
  $filter: string,
): Promise<RawAnswer> => raw('GET', `/api_1.0/${object}.json`, { query: { cursor: '-1', $filter } })

const kind = (field: string, row: Record<string, unknown>) => `${field} ${typeof row[field]}`
