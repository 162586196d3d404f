import { isExternalError } from '#clients/http/external-error'
import type { RuleChoice } from '#shared/contracts/account-rules'
import { HttpError } from '../../platform/http-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { openServicem8 } from '../connections/tokens/open-clients.ts'
import { vendorFailure } from '../connections/vendor-failure.ts'
import { materialsMentioning } from '../mirrors/materials.ts'

const MOST_ITEMS = 20

/** Active items of our copy with this text in name or number, to make a rule about. */
export async function findItems(
  { db }: Platform,
  userId: string,
  query: string,
): Promise<RuleChoice[]> {
  const found = await materialsMentioning(db, userId, query, MOST_ITEMS)
  return found.map(({ uuid, name, itemNumber }) => ({
    value: uuid,
    label: itemNumber === '' ? name : `${name} (${itemNumber})`,
  }))
}

/**
 * The account's job categories, read from ServiceM8: they are few, and only asked for while a rule
 * is made.
 *
 * @throws HttpError 409 `missing_scope` where the grant is from before they were asked for, and as
 *   ServiceM8 fails
 */
export async function listCategories(platform: Platform, userId: string): Promise<RuleChoice[]> {
  try {
    const { client } = await openServicem8(platform, userId, { interactive: true })
    const categories = await client.categories.list()
    return categories
      .filter(({ active, name }) => active && name !== '')
      .map(({ uuid, name }) => ({ value: uuid, label: name }))
      .sort((one, other) => one.label.localeCompare(other.label, 'nb'))
  } catch (error) {
    if (isExternalError(error, 'forbidden'))
      throw new HttpError(
        409,
        'missing_scope',
        'Tilgangen til ServiceM8 omfatter ikke jobbkategorier. Koble til ServiceM8 på nytt for å velge blant dem.',
      )
    throw vendorFailure(error, 'Kunne ikke hente kategoriene fra ServiceM8.')
  }
}
