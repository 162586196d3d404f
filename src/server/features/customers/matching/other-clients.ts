import type { PostalAddress } from '#clients/fiken/types'
import { emailAddress, organizationNumber, phoneNumber } from '#shared/norwegian'
import type { MirroredClient } from '../../mirrors/clients.ts'
import { isSameDoor, parseAddress } from '../reading/address.ts'
import { lookup } from './lookup.ts'
import { coarseName, isEqualName, type NameWords, wordsOf } from './name-words.ts'
import type { Recipient } from '../reading/recipient.ts'

type Of = Pick<Recipient, 'clientUuid' | 'memberNumber'>

/**
 * Lookups in the other clients of a recipient's ServiceM8 account. A detail that another client
 * shares with the recipient does not identify the recipient's contact. A head office and its sites
 * count as one client.
 */
export interface OtherClients {
  readonly withUuid: (of: Of, uuid: string) => string | null
  readonly named: (of: Of, name: NameWords) => boolean
  readonly withWord: (of: Of, coarse: string) => boolean
  readonly withOrganizationNumber: (of: Of, number: string) => boolean
  readonly withEmail: (of: Of, email: string) => boolean
  readonly withPhone: (of: Of, phone: string) => boolean
  readonly withDoor: (of: Of, address: PostalAddress) => boolean
  readonly isOfFamily: (of: Of, name: NameWords) => boolean
}

export const NO_OTHERS: OtherClients = {
  withUuid: () => null,
  named: () => false,
  withWord: () => false,
  withOrganizationNumber: () => false,
  withEmail: () => false,
  withPhone: () => false,
  withDoor: () => false,
  isOfFamily: () => false,
}

/** Returns lookups in the active clients. Each index is built at its first use. */
export function otherClients(all: readonly MirroredClient[]): OtherClients {
  const byUuid = new Map(all.map((one) => [one.client.uuid, one]))
  const headOf = (uuid: string | null): string => {
    const parent = uuid === null ? null : byUuid.get(uuid)?.client.parentUuid
    return parent && byUuid.has(parent) ? parent : (uuid ?? '')
  }
  const isOther =
    ({ clientUuid, memberNumber }: Of) =>
    ({ client }: MirroredClient) => {
      const head = headOf(client.uuid)
      return head !== headOf(clientUuid) && head !== headOf(memberNumber)
    }
  const byName = lookup(all, ({ client }) => [coarseName(client.name)])
  const byWord = lookup(all, ({ client }) => wordsOf(client.name).words.map(({ coarse }) => coarse))
  const byNumber = lookup(all, ({ client }) => [organizationNumber(client.organizationNumber)])
  const byEmail = lookup(all, ({ contacts }) =>
    (contacts ?? []).map(({ email }) => emailAddress(email)),
  )
  const byPhone = lookup(all, ({ contacts }) =>
    (contacts ?? []).flatMap(({ mobile, phone }) => [phoneNumber(mobile), phoneNumber(phone)]),
  )
  const byPostcode = lookup(all, (one) =>
    textsOf(one).flatMap((text) => text.match(/\d{4,}/g) ?? []),
  )
  return {
    withUuid: (of, uuid) => {
      const found = byUuid.get(uuid)
      return found && isOther(of)(found) ? found.client.name : null
    },
    named: (of, name) =>
      byName(name.coarse)
        .filter(isOther(of))
        .some(({ client }) => isEqualName(wordsOf(client.name), name)),
    withWord: (of, coarse) => byWord(coarse).some(isOther(of)),
    withOrganizationNumber: (of, number) => byNumber(number).some(isOther(of)),
    withEmail: (of, email) => byEmail(email).some(isOther(of)),
    withPhone: (of, phone) => byPhone(phone).some(isOther(of)),
    withDoor: (of, address) =>
      (/^\d{4,}$/.test(address.postalCode) ? byPostcode(address.postalCode) : all)
        .filter(isOther(of))
        .some((one) => doorsOf(one).some((door) => isSameDoor(door, address))),
    isOfFamily: (of, name) =>
      byName(name.coarse).some(
        (one) => !isOther(of)(one) && isEqualName(wordsOf(one.client.name), name),
      ),
  }
}

function textsOf({ client }: MirroredClient): string[] {
  return [client.address, client.billingAddress, client.postalCode]
}

function doorsOf({ client }: MirroredClient): PostalAddress[] {
  const { street, postalCode, city, country } = client
  return [
    { street, street2: '', postalCode, city, country },
    ...[client.address, client.billingAddress].filter(Boolean).map((text) => parseAddress(text)),
  ]
}
