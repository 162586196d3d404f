import type { FikenCompany } from '#clients/fiken/client'
import type { Contact } from '#clients/fiken/types'
import type { Platform } from '../../../platform/platform.ts'
import { clientsFor } from '../../mirrors/clients.ts'
import {
  contactFromMirror,
  ensureContactsMirror,
  readChangedContacts,
} from '../../mirrors/contacts.ts'
import type { AbsenceVerdict } from '../../reservations/absence.ts'
import { noteEmptyLook, verdictAfterLook } from '../../reservations/reserve.ts'
import { readContact } from '../in-fiken/read-contact.ts'
import { dropLink } from '../link-store.ts'
import { adoptContact, findAsked, findByEquality, type StandingContact } from '../make-contact.ts'
import { clientsBeside } from '../matching/clients-beside.ts'
import { doubtOfLink, judgeLink } from '../matching/link-doubt.ts'
import { otherClients, type OtherClients } from '../matching/other-clients.ts'
import type { Recipient } from '../reading/recipient.ts'

/**
 * The means to plan a recipient. The same planning code serves a run, which stores what it finds, a
 * preview, which only reads from Fiken, and a forecast, which sends no requests.
 */
export interface Reader {
  platform: Platform
  companyId: string
  slug: string
  fiken: FikenCompany | null
  /** True to store what is found, which requires `fiken`. */
  writes: boolean
  signal: AbortSignal
  say(text: string, ok?: boolean): void
}

type Asked = Pick<Reader, 'platform' | 'companyId' | 'signal'> & { fiken: FikenCompany }

export const askingOnly = ({ fiken, ...from }: Asked): Reader => ({
  ...from,
  fiken,
  slug: fiken.slug,
  writes: false,
  say: () => undefined,
})

export const fromCopies = (from: Pick<Reader, 'platform' | 'companyId' | 'slug'>): Reader => ({
  ...from,
  fiken: null,
  writes: false,
  signal: new AbortController().signal,
  say: () => undefined,
})

export async function readAll({ platform, companyId, fiken, signal }: Reader): Promise<void> {
  if (fiken) await ensureContactsMirror(platform, companyId, fiken, { signal })
}

/** Updates our copy of the contacts. Returns true if it is then proved to have all of them. */
export async function readChanged({
  platform,
  companyId,
  fiken,
  signal,
}: Reader): Promise<boolean> {
  return (
    fiken !== null &&
    (await readChangedContacts(platform, companyId, fiken, { signal, maxAgeMs: 0 }))
  )
}

export async function readAlike({ fiken, signal }: Reader, recipient: Recipient) {
  return fiken ? findByEquality(fiken, recipient, signal) : []
}

export async function readByMemberNumber(
  { fiken, signal }: Reader,
  memberNumberString: string,
): Promise<Contact | null> {
  return (await fiken?.contacts.find({ memberNumberString }, signal))?.[0] ?? null
}

/**
 * Returns the contact from our copy, or else from Fiken. Returns `gone` when the contact no longer
 * exists in Fiken, and `unknown` when it is not in our copy and Fiken may not be read.
 */
export async function readById(
  { platform, companyId, slug, fiken, signal }: Reader,
  contactId: number,
): Promise<Contact | 'gone' | 'unknown'> {
  const mirrored = await contactFromMirror(platform.db, companyId, slug, contactId)
  if (mirrored) return mirrored
  if (!fiken) return 'unknown'
  return (await readContact(platform, companyId, fiken, contactId, signal)) ?? 'gone'
}

export async function forgetLink(
  { platform, companyId, slug, writes }: Reader,
  recipient: Recipient,
  contactId: number,
): Promise<void> {
  if (writes) await dropLink(platform.db, companyId, slug, recipient, contactId)
}

/** Returns the account's other clients, which can make a link by similar name doubtful. */
export async function readClients(
  { platform, companyId, fiken, signal }: Reader,
  memberNumber: string,
): Promise<OtherClients> {
  return fiken
    ? clientsBeside(platform, companyId, { memberNumber, signal })
    : otherClients(await clientsFor(platform.db, companyId))
}

export async function lookForAsked(
  { platform, companyId, slug, fiken, writes, signal, say }: Reader,
  standing: StandingContact,
): Promise<Contact | null> {
  const found =
    writes && fiken
      ? await adoptContact(platform, companyId, fiken, standing, { signal })
      : await findAsked(platform, companyId, fiken ?? { slug }, standing, signal)
  if (found) say(`Kunden «${found.name}» kom fram til Fiken likevel`)
  return found
}

/**
 * Records that a lookup in Fiken found nothing. Returns null when the reservation has ended in the
 * meantime.
 */
export async function afterNoAnswer(
  { platform, companyId, fiken, writes }: Reader,
  standing: StandingContact,
): Promise<AbsenceVerdict | null> {
  return writes
    ? noteEmptyLook(platform, companyId, standing.id)
    : verdictAfterLook(platform, standing, fiken ? 1 : 0)
}

export function readDoubt(
  { platform, companyId, slug, fiken, writes, signal }: Reader,
  linked: Parameters<typeof judgeLink>[3],
  configuration: Parameters<typeof doubtOfLink>[4],
): Promise<string | null> {
  return writes && fiken
    ? judgeLink(platform, companyId, fiken, linked, { configuration, signal })
    : doubtOfLink(platform, companyId, slug, linked, configuration)
}
