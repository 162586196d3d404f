import { expect, test } from 'vitest'
import type { OwnCompanyRow } from '#shared/contracts/own-companies'
import { NO_JOBS } from '#shared/needs/job-sum'
import { companiesMail } from './companies-mail.ts'

const reader = {
  email: 'kari@regnskap.no',
  confirmed: true,
  firstName: 'Kari',
  companyName: 'Ett AS',
  companyId: '7a7b',
  publicUrl: 'https://fakturabro.example',
}
const company = (name: string, change: Partial<OwnCompanyRow> = {}): OwnCompanyRow => ({
  id: name,
  name,
  role: 'accountant',
  needs: null,
  uninvoiced: { ...NO_JOBS, oldestAt: null },
  reconciled: null,
  ended: [],
  everActive: true,
  ...change,
})
const busy = company('Rør <AS>', {
  needs: { ...NO_JOBS, count: 2, ore: 250_000 },
  uninvoiced: { ...NO_JOBS, count: 3, ore: 400_000, oldestAt: '2026-09-03T10:00:00.000Z' },
})
const ended = company('Tak AS', { ended: ['fiken'] })
const calm = company('Stille AS')

test('an accountant is told of all companies in one mail, a line for each that has something', () => {
  const { to, subject, text, html } = companiesMail(reader, [calm, ended, busy])!
  expect(to).toBe('kari@regnskap.no')
  expect(subject).toBe('Uken i Fakturabro: 2 av 3 firma trenger noen')
  expect(text.replaceAll('\u00a0', ' ')).toMatch(
    /Rør <AS>: 2 jobber trenger noen \(2 500 kr\); 3 jobber er ikke fakturert \(4 000 kr\), den eldste fra 03\.09\.2026/,
  )
  expect(text).toContain('Tak AS: Fiken må kobles til')
  expect(text.indexOf('Rør')).toBeLessThan(text.indexOf('Tak'))
  expect(text).toContain('I ett firma er alt i orden.')
  expect(text).not.toContain('Stille AS')
  expect(text).not.toContain('Dette gjelder')
  expect(html).toContain('Rør &#60;AS&#62;')
  expect(text).toContain('https://fakturabro.example/mine-firma')
  expect(text).toContain('https://fakturabro.example/profile#varsler')
})

test('without a confirmed address no amount is told', () => {
  const { text, html } = companiesMail({ ...reader, confirmed: false }, [busy])!
  expect(text).toContain('2 jobber trenger noen; 3 jobber er ikke fakturert, den eldste fra')
  for (const part of [text, html]) expect(part).not.toMatch(/\d\skr/)
})

test('when no company has anything, no mail is sent', () => {
  expect(companiesMail(reader, [calm, calm])).toBeNull()
})
