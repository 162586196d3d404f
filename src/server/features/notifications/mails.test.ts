import { describe, expect, test } from 'vitest'
import { CAUSE_CODES, causeOf, storedCause } from '#shared/causes/index'
import { NO_JOBS } from '#shared/needs/job-sum'
import { billsMail } from './bills-mail.ts'
import { failureMail } from './failure-mail.ts'
import { summaryMail } from './summary-mail.ts'

const reader = {
  email: 'frode@example.no',
  confirmed: true,
  companyName: null,
  firstName: 'Frode <b>',
  publicUrl: 'https://fakturabro.example',
  companyId: '7a7b',
}
const stopped = {
  id: '0d0c',
  jobNumber: '1003',
  customerName: 'Hansen & sønn <as>',
  amount: 123_450,
}

describe('the mail of a cause', () => {
  test.each(CAUSE_CODES)(
    '%s says why, links to where it can be fixed, and to where such mails are switched off',
    (cause) => {
      const { subject, text, html } = failureMail(reader, {
        cause,
        count: 2,
        examples: [stopped],
        queued: 0,
        bills: 0,
        needs: NO_JOBS,
      })
      expect(subject).toBe(`${causeOf(cause).title} – 2 overføringer venter`)
      expect(text).toContain(causeOf(cause).explanation)
      expect(text).toMatch(
        /:\nhttps:\/\/fakturabro\.example\/(configuration#|customers|transfers\?status=|transfers\n)/,
      )
      expect(text).toContain('https://fakturabro.example/profile#varsler')
      expect(html).toContain('href="https://fakturabro.example/')
    },
  )

  test('writes what outsiders have written as text', () => {
    const { html } = failureMail(reader, {
      cause: 'draft_refused',
      count: 1,
      examples: [stopped],
      queued: 0,
      bills: 0,
      needs: NO_JOBS,
    })
    expect(html).toContain('Hei Frode &#60;b&#62;,')
    expect(html).toContain('Hansen &#38; sønn &#60;as&#62;, 1\u00a0234,50\u00a0kr')
    expect(html).not.toContain('<b>')
  })

  test('says of a vendor that is down that we keep trying, and counts everything that waits for it', () => {
    const { subject, text } = failureMail(reader, {
      cause: 'fiken_down',
      count: 1,
      examples: [stopped],
      queued: 3,
      bills: 0,
      needs: NO_JOBS,
    })
    expect(subject).toBe('Fiken svarer ikke – 3 overføringer venter')
    expect(text).toContain('Vi fortsetter å prøve')
    expect(text).toContain('3 overføringer venter på det.')
    expect(text).toContain('https://fakturabro.example/transfers?status=pending%2Cqueued')
    expect(text).not.toContain('før det er ordnet')
  })

  test('links to a single transfer, names five, and counts the rest', () => {
    const of = (count: number) =>
      failureMail(reader, {
        cause: 'draft_refused',
        count,
        examples: [stopped],
        queued: 9,
        bills: 0,
        needs: NO_JOBS,
      }).text
    expect(of(1)).toContain('https://fakturabro.example/transfers?jobb=0d0c')
    expect(of(1)).toContain('Én overføring venter på deg.')
    expect(of(7)).toContain('- og 6 til')
  })
})

test('the mail says beside its own number how much needs the user in all, once', () => {
  const of = (count: number, more: Partial<typeof reader> = {}) =>
    failureMail(
      { ...reader, ...more },
      {
        cause: 'draft_refused',
        count: 2,
        examples: [],
        queued: 0,
        bills: 0,
        needs: { count, ore: 500_050, withoutAmount: 0, negative: 1 },
      },
    ).text.replaceAll('\u00a0', ' ')
  expect(of(5)).toContain(
    '2 overføringer venter på deg.\n\nI alt trenger 5 jobber deg, 5 000,50 kr. 1 av dem har negativ sum, og er ikke med i summen.',
  )
  expect(of(2)).toContain('2 overføringer venter på deg, 5 000,50 kr. 1 av dem')
  expect(of(2)).not.toContain('I alt')
  expect(of(5, { confirmed: false })).toContain('I alt trenger 5 jobber deg.\n')
})

describe('where bills to customers wait too', () => {
  const of = (bills: number) =>
    failureMail(reader, {
      cause: 'fiken_grant_dead',
      count: 0,
      examples: [],
      queued: 0,
      bills,
      needs: NO_JOBS,
    }).text

  test('the mail about the connection says how many', () => {
    expect(of(0)).not.toContain('faktura til')
    expect(of(1)).toContain('Én faktura til kundene av Fakturabro venter også på det.')
    expect(of(3)).toContain('3 fakturaer til kundene av Fakturabro venter også på det.')
  })
})

describe('the mail about bills that have stopped', () => {
  const one = { name: 'Hansen & sønn <as>', message: 'Kunden mangler adresse.' }

  test('names the customers and why, and leads to the bills', () => {
    const mail = billsMail(reader, '2026-12', {
      count: 7,
      examples: [one, { name: null, message: 'Fiken tok ikke imot kontakten.' }],
    })
    expect(mail?.subject).toBe('7 fakturaer til kundene for desember 2026 har stoppet')
    expect(mail?.text).toContain(
      '- Hansen & sønn <as>: Kunden mangler adresse.\n- En slettet konto: Fiken tok ikke imot kontakten.\n- og 5 til',
    )
    expect(mail?.text).toContain('https://fakturabro.example/admin#fakturaer')
    expect(mail?.text).toContain('https://fakturabro.example/profile#varsler')
    expect(mail?.html).toContain('Hansen &#38; sønn &#60;as&#62;: Kunden mangler adresse.')
  })

  test('of one speaks of one', () => {
    const mail = billsMail(reader, '2027-01', { count: 1, examples: [one] })
    expect(mail?.subject).toBe('Én faktura til kundene for januar 2027 har stoppet')
    expect(mail?.text).not.toContain('og 0 til')
  })

  test('is not sent when none is left', () => {
    expect(billsMail(reader, '2027-01', { count: 0, examples: [] })).toBeNull()
  })
})

describe('the summary of a week', () => {
  const none = { count: 0, amount: 0 }

  test('reports what was transferred, what waits and what failed, of the seven days before', () => {
    const mail = summaryMail(reader, '2026-11-23', {
      transferred: { count: 12, amount: 12_345_600 },
      waiting: { count: 1, amount: 50_000 },
      needs: { count: 4, ore: 250_000, withoutAmount: 0, negative: 1 },
      causes: [
        { cause: 'vat_unmapped', count: 3 },
        { cause: storedCause('from_another_version'), count: 1 },
      ],
    })
    expect(mail?.subject).toBe('Uken i Fakturabro: 12 overført, 1 venter, 4 trenger deg')
    expect(mail?.text).toContain('Slik gikk uken 16.11.2026–22.11.2026:')
    expect(mail?.text).toContain('Overført til Fiken: 12 (123\u00a0456,00\u00a0kr)')
    expect(mail?.text).toContain('Venter nå: 1 (500,00\u00a0kr)')
    expect(mail?.text).toContain('Trenger deg: 4 (2\u00a0500\u00a0kr)')
    expect(mail?.text).toContain('1 av dem har negativ sum, og er ikke med i summen.')
    expect(mail?.text).toContain(
      `- ${causeOf('vat_unmapped').title}: 3 overføringer\n- ${causeOf('unknown').title}: én overføring`,
    )
    expect(mail?.text).toContain('https://fakturabro.example/transfers?status=act')
    expect(mail?.text).toContain('https://fakturabro.example/profile#varsler')
  })

  test('is not sent when nothing happened and nothing waits', () => {
    expect(
      summaryMail(reader, '2026-11-23', {
        transferred: none,
        waiting: none,
        needs: NO_JOBS,
        causes: [],
      }),
    ).toBeNull()
  })
})

describe('to an address that nobody has confirmed', () => {
  const unconfirmed = { ...reader, confirmed: false }
  const none = { count: 0, amount: 0 }
  const all = [
    failureMail(unconfirmed, {
      cause: 'draft_refused',
      count: 7,
      examples: [stopped],
      queued: 0,
      bills: 0,
      needs: NO_JOBS,
    }),
    billsMail(unconfirmed, '2026-12', {
      count: 2,
      examples: [{ name: stopped.customerName, message: 'Hansen mangler adresse, 1 234,50 kr.' }],
    }),
    summaryMail(unconfirmed, '2026-11-23', {
      transferred: { count: 12, amount: 12_345_600 },
      waiting: { count: 1, amount: 123_450 },
      needs: { count: 3, ore: 123_450, withoutAmount: 0, negative: 0 },
      causes: [{ cause: 'vat_unmapped', count: 3 }],
    }),
  ]

  test('every mail goes with numbers and a link, without names and amounts, and says why', () => {
    for (const mail of all) {
      const said = `${mail?.subject} ${mail?.text} ${mail?.html}`
      expect(said).not.toMatch(/Hansen|1.?234,50|123.?456|\bkr\b/)
      expect(mail?.text).toContain('E-postadressen din er ikke bekreftet.')
      expect(mail?.text).toMatch(/https:\/\/fakturabro\.example\/(transfers|admin)/)
    }
    expect(all[0]?.text).toContain('- Jobb #1003\n- og 6 til')
    expect(all[2]?.text).toContain('Overført til Fiken: 12\n')
  })

  test('and none is held back or sent more often', () => {
    expect(
      summaryMail(unconfirmed, '2026-11-23', {
        transferred: none,
        waiting: none,
        needs: NO_JOBS,
        causes: [],
      }),
    ).toBeNull()
  })
})
