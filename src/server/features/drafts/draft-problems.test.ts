import { describe, expect, it } from 'vitest'
import { aDraftInput } from '#test/support/draft-inputs'
import {
  aLine,
  aTaxRate,
  HIGH_RATE,
  MEDIUM_RATE,
  norwegianRates,
  ZERO_RATE,
} from '#test/support/vendors/vendor-objects'
import { buildDraft, type DraftInput } from './draft.ts'

const NO_ACCOUNTS = { goodsAccount: null, serviceAccount: null, confirmed: true }

function messages(changes: Partial<DraftInput>): string[] {
  const result = buildDraft(
    aDraftInput({
      lines: [],
      configuration: { descriptionSource: 'both', mode: 'draft', bankAccountNumber: null },
      ...changes,
    }),
  )
  return result.ok ? [] : result.problems.map(({ message }) => message)
}

const one = aTaxRate({ uuid: 'one', name: 'Luksus', percent: '40.0000', isDefault: false })
const two = aTaxRate({ uuid: 'two', name: 'Bok', percent: '8.5000', isDefault: false })
const account = (taxRateUuid: string, vatType: string, number: string) => ({
  taxRateUuid,
  vatType,
  goodsAccount: number,
  serviceAccount: number,
  confirmed: true,
})

describe('what is wrong with several lines is one sentence that names them all', () => {
  const on = (...rates: (string | null)[]) =>
    rates.map((taxRateUuid, index) =>
      aLine({ taxRateUuid, name: `Vare ${index + 1}`, displayedAmountIsTaxInclusive: true }),
    )
  const unregistered = { vatRegistered: false, accounts: null }

  it.each<[string, Partial<DraftInput>, string]>([
    [
      'unmapped rates',
      { lines: on('one', 'two', 'one'), taxRates: [one, two] },
      'Det er ikke valgt MVA-type og konto i Fiken for MVA-satsene «Luksus» (40 %) og «Bok» (8,5 %).',
    ],
    [
      'one such rate on several lines',
      { lines: on('one', 'one'), taxRates: [one, two] },
      'Det er ikke valgt MVA-type og konto i Fiken for MVA-satsen «Luksus» (40 %).',
    ],
    [
      'rates that are not in the list, by their lines',
      { lines: on('gone', 'lost') },
      'MVA-satsene på linjene «Vare 1» og «Vare 2» finnes ikke i listen fra ServiceM8. Velg andre satser på linjene, eller oppdater MVA-tabellen.',
    ],
    [
      'one rate that is not in the list, by its line',
      { lines: on('gone') },
      'MVA-satsen på linjen «Vare 1» finnes ikke i listen fra ServiceM8. Velg en annen sats på linjen, eller oppdater MVA-tabellen.',
    ],
    [
      'rates whose percentage is not a number',
      {
        lines: on('one', 'two'),
        taxRates: [
          { ...one, percent: 'mye' },
          { ...two, percent: '-1' },
        ],
      },
      'Prosenten til MVA-satsene «Luksus» (mye %) og «Bok» (−1 %) kan ikke leses.',
    ],
    [
      'one rate whose percentage is not a number',
      { lines: on('one'), taxRates: [{ ...one, percent: 'mye' }] },
      'Prosenten til MVA-satsen «Luksus» (mye %) kan ikke leses.',
    ],
    [
      'one rate that is mapped to another percentage',
      { lines: on('two'), taxRates: [two], vatMappings: [account('two', 'LOW', '3040')] },
      'MVA-satsen «Bok» (8,5 %) er koblet til lav sats, 12 % i Fiken. Prosenten må være den samme.',
    ],
    [
      'one unconfirmed rate of 0 %',
      { lines: on(ZERO_RATE) },
      'Linjen er uten MVA («Avgiftsfri» (0 %)). Bekreft én gang at den skal føres som avgiftsfritt, 0 % på konto 3100.',
    ],
    [
      'one rate with VAT in a company without',
      { lines: on(MEDIUM_RATE), company: unregistered },
      'Selskapet er ikke MVA-registrert i Fiken, men linjen har MVA-satsen «Mat» (15 %). Fjern MVA på linjen i ServiceM8, eller registrer selskapet.',
    ],
    [
      'rates that are mapped to another percentage',
      {
        lines: on('one', 'two'),
        taxRates: [one, two],
        vatMappings: [account('one', 'HIGH', '3000'), account('two', 'LOW', '3040')],
      },
      'Prosenten må være den samme i ServiceM8 og i Fiken: «Luksus» (40 %) er koblet til høy sats, 25 % og «Bok» (8,5 %) er koblet til lav sats, 12 %.',
    ],
    [
      'unconfirmed rates of 0 %',
      {
        lines: on(ZERO_RATE, 'two'),
        taxRates: [...norwegianRates(), { ...two, percent: '0.0000' }],
      },
      'Jobben har linjer uten MVA. Bekreft én gang hvordan de skal føres: «Avgiftsfri» (0 %) som avgiftsfritt, 0 % på konto 3100 og «Bok» (0 %) som avgiftsfritt, 0 % på konto 3100.',
    ],
    [
      'rates with VAT in a company without',
      { lines: on(HIGH_RATE, MEDIUM_RATE), company: unregistered },
      'Selskapet er ikke MVA-registrert i Fiken, men jobben har MVA-satsene «MVA» (25 %) og «Mat» (15 %). Fjern MVA på linjene i ServiceM8, eller registrer selskapet.',
    ],
    [
      'VAT types that their accounts do not accept',
      {
        lines: on(HIGH_RATE, MEDIUM_RATE),
        vatMappings: [account(HIGH_RATE, 'HIGH', '3100'), account(MEDIUM_RATE, 'MEDIUM', '3000')],
      },
      'Dette tillater ikke Fiken: høy sats, 25 % på konto 3100 og middels sats, 15 % på konto 3000. Velg andre kontoer i MVA-tabellen.',
    ],
    [
      'accounts that do not accept a VAT type for which the chart has others',
      {
        lines: on(HIGH_RATE, 'two'),
        taxRates: [...norwegianRates(), { ...two, percent: '25.0000' }],
        vatMappings: [account(HIGH_RATE, 'HIGH', '3100'), account('two', 'HIGH', '3200')],
        company: { vatRegistered: true, accounts: ['3000', '3020', '3100', '3200'] },
      },
      'Dette tillater ikke Fiken: høy sats, 25 % på konto 3100 og høy sats, 25 % på konto 3200. Velg 3000 eller 3020 i MVA-tabellen.',
    ],
    [
      'accounts that the chart lacks',
      { lines: on(HIGH_RATE, MEDIUM_RATE), company: { vatRegistered: true, accounts: ['1920'] } },
      'Kontoene 3020 og 3030 finnes ikke i kontoplanen i Fiken. Velg andre kontoer i MVA-tabellen.',
    ],
    [
      'lines without a rate about which the total says nothing',
      { lines: on(null, null) },
      'Linjene «Vare 1» og «Vare 2» har ingen MVA-sats, og jobbens total i ServiceM8 avgjør ikke om de er med eller uten MVA. Velg MVA-sats på linjene i ServiceM8.',
    ],
    [
      'one line without a rate',
      { lines: on(null) },
      'Linjen «Vare 1» har ingen MVA-sats, og jobbens total i ServiceM8 avgjør ikke om den er med eller uten MVA. Velg MVA-sats på linjen i ServiceM8.',
    ],
    [
      'lines that cannot be read',
      {
        lines: [
          aLine({ name: 'Rør\n22 mm', quantity: 'mange' }),
          aLine({ name: ' ', displayedAmount: '' }),
        ],
      },
      'Antall eller pris på linjene «Rør 22 mm» og «Uten beskrivelse» er ikke tall vi kan føre.',
    ],
    [
      'one line that cannot be read, its text cut short',
      { lines: [aLine({ name: 'x'.repeat(61), quantity: 'mange' })] },
      `Antall eller pris på linjen «${'x'.repeat(59)}…» er ikke et tall vi kan føre.`,
    ],
  ])('%s', (_name, changes, message) => {
    expect(messages(changes)).toEqual([message])
  })

  it('and an account in another currency is named by its currency', () => {
    expect(messages({ lines: [aLine()], currency: 'EUR' })).toEqual([
      'ServiceM8-kontoen bruker EUR. Bare jobber i norske kroner kan overføres.',
    ])
    expect(messages({ lines: [aLine()], currency: '' })).toEqual([])
    expect(messages({ lines: [aLine()], currency: 'nok' })).toEqual([])
  })

  it('and a total that is not whole is not a separate problem', () => {
    expect(
      messages({
        lines: [aLine({ displayedAmount: '-500' }), aLine({ quantity: 'mange', name: 'Rør' })],
      }),
    ).toEqual(['Antall eller pris på linjen «Rør» er ikke et tall vi kan føre.'])
  })

  it('and a job without anything to invoice says what it lacks', () => {
    const nothing =
      'Jobben har ingen linjer, eller summen er null. Legg inn linjer i ServiceM8, eller ta med igjen dem som er utelatt.'
    expect(messages({ lines: [] })).toEqual([nothing])
    expect(messages({ lines: [aLine({ active: false })] })).toEqual([nothing])
    expect(messages({ lines: [aLine({ displayedAmount: '0' })] })).toEqual([nothing])
    const line = aLine()
    expect(messages({ lines: [line], leftOut: [line.uuid] })).toEqual([
      'Alle linjene er utelatt. Ta med minst én av dem igjen.',
    ])
  })

  it('and different things remain different problems', () => {
    const accounts = { ...NO_ACCOUNTS, taxRateUuid: HIGH_RATE, vatType: null }
    const found = messages({ lines: on('gone', HIGH_RATE, 'lost'), vatMappings: [accounts] })
    expect(found.map((message) => message.slice(0, 30))).toEqual([
      'MVA-satsene på linjene «Vare 1',
      'Det er ikke valgt MVA-type og ',
    ])
  })
})
