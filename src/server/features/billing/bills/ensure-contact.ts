import type { Contact, ContactChange, NewContact, PostalAddress } from '#clients/fiken/types'
import { unlessGone } from '#clients/http/external-error'
import { isSameName } from '#shared/names'
import { SOON_MS } from '../../reservations/absence.ts'
import {
  contactReservations,
  dropReservation,
  endFound,
  knownOf,
  makeOnce,
  noteEmptyLook,
} from '../../reservations/reserve.ts'
import type { BillRecipient } from '../tables.ts'
import { contactOf } from './bill-draft.ts'
import { writeClaimed } from '../bill-store.ts'
import { enter, write, type BillEnding, type BillRun } from './run.ts'

/**
 * Returns the id of the bill's contact in the seller's Fiken company. The contact is found by its
 * member number, which is our company's id, otherwise by e-mail address and name together. If no
 * contact is found, one contact is created. The contact is updated with the bill's recipient before
 * the draft is created.
 */
export async function ensureContact(
  run: BillRun,
  recipient: BillRecipient,
): Promise<number | BillEnding> {
  await enter(run, 'contact')
  const wanted = contactOf(recipient, run.bill.memberNumber)
  const found = await findContact(run, wanted)
  if (found === null) return makeContact(run, wanted)
  if ('kind' in found) return found
  const change = changeOf(found, wanted)
  if (change) await run.fiken.contacts.update(found.contactId, change)
  await write(run, { contactId: String(found.contactId) })
  return found.contactId
}

async function findContact(run: BillRun, wanted: NewContact): Promise<Contact | BillEnding | null> {
  const { bill, signal, fiken } = run
  if (bill.contactId !== null) {
    const known = await unlessGone(fiken.contacts.get(Number(bill.contactId), signal))
    // In another company, the id belongs to another customer.
    if (known?.memberNumber === bill.memberNumber) return known
  }
  const standing = await standingReservation(run)
  const [own] = await fiken.contacts.find({ memberNumberString: bill.memberNumber }, signal)
  if (own) {
    if (standing)
      await endFound(run.platform, run.adminUserId, standing.id, () => Promise.resolve())
    return own
  }
  if (standing) return notListedYet(run, standing)
  if (!wanted.email) return null
  const sameAddress = await fiken.contacts.find({ email: wanted.email }, signal)
  return (
    sameAddress.find(
      (one) => one.memberNumber === '' && !one.inactive && isSameName(one.name, wanted.name),
    ) ?? null
  )
}

const keyOf = ({ bill }: BillRun) => `subscriber:${bill.memberNumber}`
const ledgerOf = ({ adminUserId, fiken }: BillRun) => ({ companyId: adminUserId, slug: fiken.slug })

type Standing = Awaited<ReturnType<typeof contactReservations>>[number]

async function standingReservation(run: BillRun): Promise<Standing | null> {
  const standing = await contactReservations(run.platform.db, ledgerOf(run))
  return standing.find(({ key }) => key === keyOf(run)) ?? null
}

/**
 * Decides what to do about a contact whose creation Fiken has not confirmed. Fiken's lists can lag
 * behind, so the search is repeated until it is safe to assume that the contact was never created
 * (decision 0025).
 * @returns null when a new contact may be created
 */
async function notListedYet(run: BillRun, standing: Standing): Promise<BillEnding | null> {
  const { platform, adminUserId } = run
  const verdict =
    knownOf(platform, standing) ?? (await noteEmptyLook(platform, adminUserId, standing.id))
  if (verdict?.gone) {
    await dropReservation(platform.db, adminUserId, standing.id)
    return null
  }
  return waitUntil(run, verdict?.lookAgainAt)
}

const waitUntil = ({ platform }: BillRun, at?: Date): BillEnding => ({
  kind: 'again',
  at: at ?? new Date(platform.clock.now() + SOON_MS * platform.ladderScale),
  cause: 'contact_unanswered',
})

async function makeContact(run: BillRun, contact: NewContact): Promise<number | BillEnding> {
  const { platform, fiken, bill, claim } = run
  const made = await makeOnce(
    platform,
    ledgerOf(run),
    {
      kind: 'contact',
      key: keyOf(run),
      asked: { contact, clientUuid: bill.memberNumber, recipientKey: keyOf(run), before: [] },
      replaces: null,
    },
    {
      stillNew: () => Promise.resolve(true),
      send: (beforeSend) => fiken.contacts.create(contact, { beforeSend }),
      settle: async (tx, id) => {
        await writeClaimed(tx, { id: bill.id, claim }, { contactId: String(id) })
      },
    },
  )
  if (made.kind !== 'made') return waitUntil(run)
  bill.contactId = String(made.id)
  return made.id
}

export function changeOf(there: Contact, wanted: NewContact): ContactChange | null {
  const change: ContactChange = {
    ...(there.name === wanted.name ? {} : { name: wanted.name }),
    ...(sameText(there.email, wanted.email) ? {} : { email: wanted.email ?? '' }),
    ...(there.memberNumber === wanted.memberNumber
      ? {}
      : { memberNumber: wanted.memberNumber ?? '' }),
    ...(wanted.address && !sameAddress(there.address, wanted.address)
      ? { address: wanted.address }
      : {}),
    ...(there.inactive ? { inactive: false } : {}),
    ...(there.customer ? {} : { customer: true }),
  }
  return Object.keys(change).length === 0 ? null : change
}

const sameText = (one: string, other = '') =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Compares two addresses without the country: our customers' country is always Norway, which Fiken
 * spells in several ways.
 */
const sameAddress = (there: PostalAddress | null, wanted: PostalAddress) =>
  there !== null &&
  there.street === wanted.street &&
  there.street2 === wanted.street2 &&
  there.postalCode === wanted.postalCode &&
  there.city === wanted.city
