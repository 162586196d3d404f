import { expect, test } from 'vitest'
import { billUuid } from '#server/features/billing/bill-uuid'
import { collectiveDraftUuid, draftUuid } from '#server/features/drafts/draft-uuid'

/**
 * Tests that the UUIDs of documents in Fiken never change: with another formula, existing documents
 * would be created twice. The UUIDs don't depend on our database ids.
 */

const TEN = Array.from({ length: 10 }, (_, place) => place)
const job = (n: number) => `c2b8d0e1-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`
const about = (n: number) => ({
  accountUuid: `b1a7c9d0-0000-4000-8000-00000000000${n % 3}`,
  fikenCompanySlug: n % 2 === 0 ? 'solsiden-ror-as' : 'fiken-demo-2',
})

const ALONE = [
  'cfd49214-7fb1-55e2-ba51-3c8a27f79a56',
  'a16cc2ed-0010-57a2-ba87-060e229171ff',
  '5333d5dd-d66b-5777-8bb1-e23d34a6adf7',
  '236d7b85-e836-5978-af98-b57c243760e0',
  'c22e67be-ea3f-5bd7-8fdb-265da63b98b8',
  '501727fd-804a-50dc-9c16-58663d52ff7a',
  'ff955b2c-7cf4-50fe-b536-625dc1a226e6',
  'f3e5f757-1317-5287-8493-fe9661c6ac12',
  '458e531d-3bb6-5784-9c9a-9873cf03094f',
  '898aad9b-0c2c-576c-bf9d-791917bbdb42',
]

test('the draft of one job has the uuid that it has always had', () => {
  const made = TEN.map((n) => draftUuid({ ...about(n), jobUuid: job(n), revision: n % 4 }))
  expect(made).toEqual(ALONE)
})

const COLLECTIVE = [
  'fb64761c-ce92-5ab3-9ba2-54c649e01a96',
  '7241e0b2-76e2-5ec6-a66d-43181929777c',
  'd5b6cfc3-af35-585e-a128-f269d39f78af',
  '4d5634d2-b73d-5cf0-b151-86d2f210252d',
  'd642ecd5-9ce7-5e7f-bbfc-215dea641f74',
  '7769ed4b-dcc0-5bf9-a7fe-e016531ebe94',
  'a41d761a-ac09-538d-9155-b5640d31bb46',
  '34016b8e-5071-5738-b7b9-388be31ef7f1',
  '5b2ca100-bdcf-56e1-ac5d-b4c8a305363b',
  '8b2c680f-f37b-5d00-8810-b9237b2fbcc6',
]

test('so has a collective draft, also one with a single job on it', () => {
  const jobsFrom = (n: number) =>
    TEN.slice(0, n + 1).map((k) => ({ jobUuid: job(n + k), revision: k % 3 }))
  const made = TEN.map((n) => collectiveDraftUuid({ ...about(n), jobs: jobsFrom(n) }))
  expect(made).toEqual(COLLECTIVE)
})

const BILLS = [
  '1a30d1d4-0e8e-5871-8dfa-49d4ebced280',
  '34a2ef32-d478-53de-90d2-dbe56d5de9b2',
  '46e60ba8-36bb-5021-9f11-b69d73eb6d59',
  '47641257-51b3-5470-a2ff-ad62c3fad66a',
  '48e83ea3-4a52-56c6-9456-9ea78cd25e39',
  '51db0f8b-6964-5df7-b917-544202ddd7e2',
  'f99a58e6-d1d1-51f7-bb0a-7f82a9fd37fa',
  '40e10d9e-3555-5f9e-99a6-f288e1ded46f',
  '5d207f4a-d8bb-5a44-903e-4149ca327f73',
  '67bd09d7-a9d3-5db8-89c9-8e8620be4eee',
]

test('and so has the bill of a month', () => {
  const monthOf = (n: number) => `202${6 + (n % 3)}-${String(1 + n).padStart(2, '0')}`
  const made = TEN.map((n) => billUuid(job(n), monthOf(n), n % 4))
  expect(made).toEqual(BILLS)
})
