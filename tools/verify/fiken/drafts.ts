import { MARK, untilSeen } from '../lab.ts'
import { notAsked, seen, type Point } from '../point.ts'
import { brief, rowsOf, type Raw } from '../wire.ts'

const CREATE_ONCE = 'src/server/features/documents/create-once.ts'
const UUID = 'src/server/features/drafts/draft-uuid.ts'
const CLIENT = 'src/clients/fiken/drafts.ts'

export const DRAFTS: Point[] = [
  {
    id: 'fiken.drafts.duplicate-uuid',
    question: 'What is answered when a draft’s uuid is sent twice?',
    expected: 'it is refused (500 "duplikatfeil"), and there is one draft',
    today: 'Fiken is searched for the uuid before every create, and after every 5xx',
    file: CREATE_ONCE,
    whatToChange:
      'A 4xx in its place: add it in kindOfStatus as a conflict, so that it is looked up. 201 with a second draft: the uuid guards nothing; keep one Fiken user in one process and rely on the look-up alone',
    async ask({ fiken, clock }) {
      const body = await fiken.draftBody()
      await fiken.tryDraft(body)
      const again = await fiken.tryDraft(body)
      const found = await untilSeen(clock, 60_000, async () => {
        const rows = await draftsWith(fiken.raw, body.uuid)
        return rows.length > 0 ? rows : null
      })
      const count = found?.value.length ?? 0
      return seen(`${brief(again)}; ${count} in the list`, again.status === 500 && count <= 1)
    },
  },
  {
    id: 'fiken.drafts.uuid-after-delete',
    question: 'May a uuid be used again when its draft has been deleted?',
    expected: 'no: 500 as for a duplicate',
    today: 'each new attempt after a deletion has a new revision, and so a new uuid',
    file: UUID,
    whatToChange: 'Nothing: a uuid is never used again. The revision could be left as it is',
    async ask({ fiken }) {
      const { draftId, uuid } = await fiken.draft()
      await fiken.raw('DELETE', `/invoices/drafts/${draftId}`)
      const again = await fiken.tryDraft(await fiken.draftBody({ uuid }))
      return seen(brief(again), again.status === 500)
    },
  },
  {
    id: 'fiken.drafts.uuid-other-company',
    question: 'Is a uuid taken in one company or in all?',
    expected: 'in one: another company takes it (201)',
    today: 'the company is part of what the uuid is computed from',
    file: UUID,
    whatToChange: 'Nothing: two companies never share a uuid',
    async ask({ fiken, undo }) {
      const { otherSlug } = fiken
      if (otherSlug === null) return notAsked('the person has one test company')
      const other = fiken.client.company(otherSlug)
      const raw: typeof fiken.raw = (method, path, request) =>
        fiken.rawApi(method, `/companies/${encodeURIComponent(otherSlug)}${path}`, request)
      const customerId = await other.contacts.create({ name: MARK })
      undo.later(`contact ${customerId} in ${otherSlug}`, () =>
        raw('DELETE', `/contacts/${customerId}`),
      )
      const { uuid } = await fiken.draft()
      // Without lines, because the question is not about the other company's VAT.
      const answer = await fiken.tryDraft(
        await fiken.draftBody({ uuid, customerId, lines: [] }),
        raw,
      )
      return seen(brief(answer), answer.status === 201)
    },
  },
  {
    id: 'fiken.drafts.uuid-filter',
    question: 'Does GET /invoices/drafts?uuid= filter?',
    expected: 'one row of two',
    today: 'every row of every page is compared, so the draft is found either way',
    file: 'src/clients/fiken/access.ts',
    whatToChange: 'Nothing breaks; a look-up costs a page for each hundred drafts',
    async ask({ fiken, clock }) {
      const { uuid } = await fiken.draft()
      await fiken.draft()
      const found = await untilSeen(clock, 60_000, async () => {
        const rows = await filteredBy(fiken.raw, uuid)
        return rows.some((row) => same(row['uuid'], uuid)) ? rows : null
      })
      if (!found) return seen('the draft is not in the filtered list', false)
      return seen(`${found.value.length} of at least 2 drafts`, found.value.length === 1)
    },
  },
  {
    id: 'fiken.drafts.deleted-is-gone',
    question: 'What is answered at the address of a deleted draft?',
    expected: '404',
    today: '404 alone is not taken as proof that a draft was never issued',
    file: 'src/server/features/reservations/absence.ts',
    whatToChange: 'Add the status to kindOfStatus as not_found',
    async ask({ fiken }) {
      const { draftId } = await fiken.draft()
      const deleted = await fiken.raw('DELETE', `/invoices/drafts/${draftId}`)
      const answer = await fiken.raw('GET', `/invoices/drafts/${draftId}`)
      return seen(
        `DELETE ${deleted.status}, GET ${answer.status}`,
        deleted.status === 204 && answer.status === 404,
      )
    },
  },
  {
    id: 'fiken.drafts.put-keeps-uuid',
    question: 'Does a draft keep its id and uuid when it is replaced?',
    expected: 'both are kept, and the change is there at once',
    today: '"Oppdater utkast" sends the uuid along and reads the draft back',
    file: CLIENT,
    whatToChange: 'Update by deleting and creating under a new revision instead',
    async ask({ fiken }) {
      const { draftId, uuid } = await fiken.draft()
      const answer = await fiken.raw('PUT', `/invoices/drafts/${draftId}`, {
        json: await fiken.draftBody({ uuid, lines: [fiken.line(20_000)] }),
      })
      const now = await fiken.readDraft(draftId)
      return seen(
        `${answer.status}; uuid ${same(now['uuid'], uuid) ? 'kept' : 'changed'}, net ${String(now['net'])}`,
        answer.status < 300 && same(now['uuid'], uuid) && now['net'] === 20_000,
      )
    },
  },
  {
    id: 'fiken.drafts.unknown-key',
    question: 'What becomes of a key that Fiken does not know?',
    expected: 'it is dropped silently (201)',
    today: 'only keys of the published schema are sent, and the draft is read back and compared',
    file: CLIENT,
    whatToChange: 'Nothing: no unknown key is sent. A 400 is the safer answer',
    async ask({ fiken }) {
      const answer = await fiken.tryDraft(await fiken.draftBody({ fakturabroVerify: 'x' }))
      return seen(brief(answer), answer.status === 201)
    },
  },
  {
    id: 'fiken.drafts.free-text-account',
    question: 'Is a free-text line without an income account refused?',
    expected: '400 with a text in `message`',
    today: 'every line is sent with its account',
    file: 'src/clients/http/body.ts',
    whatToChange: 'Teach errorTextOf the other shape, or the cause is shown without Fiken’s words',
    async ask({ fiken }) {
      const line = fiken.line(10_000)
      delete line['incomeAccount']
      const answer = await fiken.tryDraft(await fiken.draftBody({ lines: [line] }))
      const [first = answer.json] = Array.isArray(answer.json) ? (answer.json as unknown[]) : []
      const hasText = typeof first === 'object' && first !== null && 'message' in first
      return seen(brief(answer), answer.status === 400 && hasText)
    },
  },
  {
    id: 'fiken.drafts.vat-mismatch',
    question: 'Is a VAT type that the account does not take refused when the draft is made?',
    expected: '400, before anything is made',
    today:
      'pairs are checked against the chart at setup; a refusal stops the transfer with its cause',
    file: 'src/server/features/vat/mapping-check.ts',
    whatToChange:
      'Taken silently: check the pair ourselves right before the draft as well, from the table of pairs',
    async ask({ fiken }) {
      const line = fiken.line(10_000, { vatType: 'MEDIUM', incomeAccount: '3000' })
      const answer = await fiken.tryDraft(await fiken.draftBody({ lines: [line] }))
      return seen(brief(answer), answer.status === 400)
    },
  },
  {
    id: 'fiken.drafts.web-address',
    question: 'Does a link to the draft by our own uuid open it in Fiken?',
    expected: 'https://fiken.no/foretak/{slug}/fakturautkast/{uuid} shows the draft',
    today: 'the link is offered, and the draft’s number is written beside it',
    file: 'src/server/features/transfers/screens/draft-link.ts',
    whatToChange: 'Change the address, or link to the list of drafts',
    ask: 'Press "Åpne i Fiken" on the first transfer of the trial',
  },
]

/** Returns the rows in Fiken's response to the uuid filter, whether or not they match. */
const filteredBy = async (raw: Raw, uuid: string) =>
  rowsOf(await raw('GET', '/invoices/drafts', { query: { uuid, page: 0, pageSize: 100 } }))

export const draftsWith = async (raw: Raw, uuid: string) =>
  (await filteredBy(raw, uuid)).filter((row) => same(row['uuid'], uuid))

const same = (one: unknown, other: string): boolean =>
  typeof one === 'string' && one.toLowerCase() === other.toLowerCase()
