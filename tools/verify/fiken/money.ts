import type { Lab } from '../lab.ts'
import { notAsked, seen, type Point, type Seen } from '../point.ts'

const TOTALS = 'src/server/features/drafts/totals-check.ts'
const A_NOTE = 'an øre per priced line is a note and Fiken’s figures are used (decision 0019)'

export const MONEY: Point[] = [
  {
    id: 'fiken.money.half-ore',
    question: 'How is half an øre rounded?',
    expected: 'away from zero, first the net and then the VAT of it: net 51, gross 64',
    today: A_NOTE,
    file: TOTALS,
    whatToChange: 'Round as Fiken does in drafts/lines.ts; then no note is left',
    ask: (lab) => sums(lab, [{ quantity: 0.5, unitPrice: 101 }], { net: 51, gross: 64 }),
  },
  {
    id: 'fiken.money.negative-half',
    question: 'How is half an øre of a negative line rounded?',
    expected: 'away from zero: net 10 000 − 51 = 9 949',
    today: A_NOTE,
    file: TOTALS,
    whatToChange: 'Round negative halves as Fiken does in drafts/lines.ts',
    ask: (lab) =>
      sums(
        lab,
        [
          { quantity: 1, unitPrice: 10_000 },
          { quantity: -0.5, unitPrice: 101 },
        ],
        { net: 9_949, gross: 12_436 },
      ),
  },
  {
    id: 'fiken.money.vat-per-line',
    question: 'Is VAT rounded per line, or on the sum for each rate?',
    expected: 'per line: two lines of 50 øre are 126 with VAT, not 125',
    today: A_NOTE,
    file: TOTALS,
    whatToChange: 'Compute VAT per rate in drafts/lines.ts',
    ask: (lab) =>
      sums(
        lab,
        [
          { quantity: 1, unitPrice: 50 },
          { quantity: 1, unitPrice: 50 },
        ],
        { net: 100, gross: 126 },
      ),
  },
  {
    id: 'fiken.money.quantity-decimals',
    question: 'How many decimals of a quantity are kept?',
    expected: 'at least four: 1.2345',
    today: 'four are sent (ServiceM8 keeps four), and the draft is read back and compared',
    file: 'src/server/features/drafts/lines.ts',
    whatToChange: 'Lower QUANTITY_DECIMALS; lines that would move are then sent as one unit',
    async ask({ fiken }) {
      const line = fiken.line(10_000, { quantity: 1.2345 })
      const { draftId } = await fiken.draft({ lines: [line] })
      const draft = await fiken.readDraft(draftId)
      const [kept] = draft['lines'] as Record<string, unknown>[]
      return seen(
        `${String(kept?.['quantity'])}, net ${String(draft['net'])}`,
        Number(kept?.['quantity']) === 1.2345 && draft['net'] === 12_345,
      )
    },
  },
  {
    id: 'fiken.money.number-types',
    question: 'Are ids and amounts JSON numbers?',
    expected: 'draftId, net, gross and unitPrice are whole numbers',
    today: 'numbers written as text are read too; anything else is a bad answer that is shown',
    file: 'src/clients/http/row.ts',
    whatToChange:
      'Nothing for text. For decimals (kroner instead of øre): stop, and change parse.ts',
    async ask({ fiken }) {
      const { draftId } = await fiken.draft()
      const draft = await fiken.readDraft(draftId)
      const [line] = draft['lines'] as Record<string, unknown>[]
      const values = {
        draftId: draft['draftId'],
        net: draft['net'],
        gross: draft['gross'],
        unitPrice: line?.['unitPrice'],
      }
      return seen(
        Object.entries(values)
          .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
          .join(', '),
        Object.values(values).every(Number.isInteger),
      )
    },
  },
]

async function sums(
  { fiken }: Lab,
  lines: Record<string, number>[],
  expected: { net: number; gross: number },
): Promise<Seen> {
  if (!fiken.info.vatRegistered) return notAsked('the company is not registered for VAT')
  const { draftId } = await fiken.draft({
    lines: lines.map(({ unitPrice = 0, ...more }) => fiken.line(unitPrice, more)),
  })
  const { net, gross } = await fiken.readDraft(draftId)
  return seen(
    `net ${String(net)}, gross ${String(gross)}`,
    net === expected.net && gross === expected.gross,
  )
}
