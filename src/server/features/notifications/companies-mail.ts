import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { OwnCompanyRow } from '#shared/contracts/own-companies'
import { formatDate } from '#shared/dates'
import { jobCount, kronerOf, type JobSum } from '#shared/needs/job-sum'
import { enumerate } from '#shared/norwegian'
import { renderMail } from '../../platform/mail-template.ts'
import type { Mail } from '../../platform/mail.ts'
import { greeting, whyUnnamed, type Reader } from './mail-words.ts'

/**
 * Returns an accountant's Monday mail about several companies, a line for each that has something;
 * null if none has.
 */
export function companiesMail(reader: Reader, companies: readonly OwnCompanyRow[]): Mail | null {
  const lines = companies
    .toSorted((a, b) => needing(b) - needing(a) || b.uninvoiced.ore - a.uninvoiced.ore)
    .flatMap((company) => lineOf(reader, company) ?? [])
  if (lines.length === 0) return null
  const urgent = companies.filter((row) => row.needs ?? row.ended.length > 0).length
  const calm = companies.length - lines.length
  return {
    to: reader.email,
    subject: `Uken i Fakturabro: ${urgent} av ${companies.length} firma trenger noen`,
    ...renderMail({
      blocks: [
        ...greeting({ ...reader, companyName: null }),
        'Slik står det til i firmaene du er regnskapsfører for:',
        { list: lines },
        ...(calm > 0
          ? [calm === 1 ? 'I ett firma er alt i orden.' : `I ${calm} firma er alt i orden.`]
          : []),
        ...whyUnnamed(reader),
        { button: { text: 'Se firmaene', href: `${reader.publicUrl}/mine-firma` } },
      ],
      footer: {
        before: 'Du får denne e-posten fordi du er regnskapsfører for flere firma.',
        text: 'Slå den av for et firma under Min profil',
        href: `${reader.publicUrl}/profile#varsler`,
      },
    }),
  }
}

const needing = ({ needs }: OwnCompanyRow) => needs?.count ?? 0

function lineOf(
  { confirmed }: Reader,
  { name, needs, uninvoiced, ended }: OwnCompanyRow,
): string | null {
  const withKroner = (words: string, sum: JobSum) => {
    const kroner = confirmed && kronerOf(sum)
    return kroner ? `${words} (${kroner})` : words
  }
  const said = [
    needs && withKroner(`${jobCount(needs.count)} trenger noen`, needs),
    uninvoiced.count > 0 &&
      withKroner(`${jobCount(uninvoiced.count)} er ikke fakturert`, uninvoiced) +
        (uninvoiced.oldestAt ? `, den eldste fra ${formatDate(uninvoiced.oldestAt)}` : ''),
    ended.length > 0 && `${enumerate(ended.map((vendor) => VENDOR_NAMES[vendor]))} må kobles til`,
  ].filter((part) => typeof part === 'string')
  return said.length > 0 ? `${name ?? 'Firma uten navn'}: ${said.join('; ')}` : null
}
