import { and, like, or, type SQL } from 'drizzle-orm'
import { foldText } from '#shared/names'
import { organizationDigits } from '#shared/norwegian'
import { containing } from '../../platform/http/paging.ts'
import { fikenContacts } from './tables.ts'

/** Every word of the text in the name, or the whole of it in the organisation number or e-mail. */
export function mentions(text: string): SQL | undefined {
  const words = foldText(text).split(' ').filter(Boolean)
  const number = organizationDigits(text) ?? text.replace(/\D/g, '')
  return or(
    words.length > 0
      ? and(...words.map((word) => like(fikenContacts.searchName, containing(word))))
      : undefined,
    number.length >= 3 ? like(fikenContacts.organizationNumber, `${number}%`) : undefined,
    text.includes('@')
      ? like(fikenContacts.email, containing(text.trim().toLowerCase()))
      : undefined,
  )
}
