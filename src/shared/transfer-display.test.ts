import { describe, expect, it, test } from 'vitest'
import {
  contactDisplayName,
  customerDisplayName,
  displayPoNumber,
  jobDisplayNumber,
  jobSite,
  jobTitle,
  visibleLineItems,
} from './transfer-display.ts'

const jobId = '2f1c6c5e-1b1a-4a0e-9d0b-24f0a1b2c3d4'

describe('the customer of a transfer', () => {
  it('is the billing contact’s company first, then the person, then the first line of the customer name', () => {
    const customer_name = 'Kari Ødegård\nStorgata 1'
    expect(
      customerDisplayName({
        billing_contact: { company_name: 'Borettslaget Solsiden', contact_name: 'Kari' },
        customer_name,
      }),
    ).toBe('Borettslaget Solsiden')
    expect(
      customerDisplayName({
        billing_contact: { company_name: ' ', contact_name: 'Kari' },
        customer_name,
      }),
    ).toBe('Kari')
    expect(customerDisplayName({ billing_contact: null, customer_name })).toBe('Kari Ødegård')
  })
  it('falls back to the addresses in the full chain only', () => {
    const job = { billing_address: 'Storgata 1\n0155 Oslo', job_address: 'Sjøgata 2' }
    expect(customerDisplayName(job)).toBe('Storgata 1, 0155 Oslo')
    expect(customerDisplayName({ job_address: 'Sjøgata 2' })).toBe('Sjøgata 2')
    expect(customerDisplayName(job, 'short')).toBe('Ukjent kunde')
    expect(customerDisplayName(null)).toBe('Ukjent kunde')
  })
  it('mentions the contact person only when it differs', () => {
    expect(
      contactDisplayName({ billing_contact: { company_name: 'Solsiden', contact_name: 'Kari' } }),
    ).toBe('Kari')
    expect(contactDisplayName({ billing_contact: { contact_name: 'Kari' } })).toBeNull()
    expect(contactDisplayName({})).toBeNull()
  })
})

test('where the work was done is told where it is not at the billed customer’s', () => {
  const job_address = 'Sjøgata 12\n5003 Bergen'
  const at = (address: string) => jobSite({ job_address, billing_contact: { address } })
  expect(at('Storgata 1\n0155 Oslo')).toBe('Sjøgata 12, 5003 Bergen')
  expect(at('Sjøgata 12 \r\n5003 Bergen')).toBeNull()
  expect(jobSite({ job_address, billing_contact: null })).toBe('Sjøgata 12, 5003 Bergen')
  expect(jobSite({ job_address: ' ' })).toBeNull()
})

describe('the number of a job', () => {
  it('is what ServiceM8 shows, else the end of its id', () => {
    expect(jobDisplayNumber({ generated_job_id: '1042', job_number: '7' }, jobId)).toBe('1042')
    expect(jobDisplayNumber({ generated_job_id: '', job_number: '7' }, jobId)).toBe('7')
    expect(jobTitle({}, jobId)).toBe('Jobb #a1b2c3d4')
  })
})

describe('a purchase order number', () => {
  it.each([
    ['000450', '450'],
    ['0000', '0'],
    ['PO-0045', 'PO-0045'],
    ['00A7', 'A7'],
    ['', ''],
    [null, ''],
  ])('%j is shown as %j', (written, shown) => {
    expect(displayPoNumber(written)).toBe(shown)
  })
})

describe('the lines of a transfer', () => {
  it('keep their index when one before them is removed', () => {
    const line = { description: 'Arbeid', quantity: 1, unit_price: 950, total: 950 }
    expect(visibleLineItems({ line_items: [{ ...line, removed: true }, line] })).toEqual([
      { index: 1, line },
    ])
    expect(visibleLineItems(null)).toEqual([])
  })
})
