import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { ReconciliationAnswer, ShownRow } from '#shared/contracts/reconciliation'
import { formatDate, formatDateTime, formatMonth } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { askedInFiken } from '#shared/discrepancies'
import { formatOrganizationNumber } from '#shared/norwegian'
import { cx } from '../../ui/cx.ts'
import { markedWords } from './reconciled-state.ts'
import {
  differenceOf,
  missingOf,
  missingText,
  newsOf,
  sectionsOf,
  verdictOf,
  type Group,
  type Section,
} from './reconciliation-state.ts'
import { text } from './text.ts'

const words = text.report
const FIGURES = ['jobs', 'inFiken', 'missing', 'underway', 'leftOut'] as const
/** Kinds of intended states, of which the printed report shows only the totals. */
const IN_SHORT: readonly string[] = ['left_out', 'ok']

/** The month's report, the only part of the page that is printed (`data-paper`, app.css). */
export function MonthReport({ answer, now }: { answer: ReconciliationAnswer; now: Date }) {
  const { month, company, summary, checkedAt, rows, reconciled } = answer
  if (!summary || !checkedAt) return null
  const sections = sectionsOf(rows)
  const listed = sections.filter(({ state }) => !IN_SHORT.includes(state))
  const inShort = sections.filter(({ state }) => IN_SHORT.includes(state))
  const difference = differenceOf(summary, rows)
  return (
    <article data-paper className="hidden text-[8.5pt] leading-snug print:block">
      <header className="flex items-start justify-between gap-6 border-b border-line-strong pb-3">
        <h1 className="text-xl font-semibold tracking-tight">{words.title(formatMonth(month))}</h1>
        {company && (
          <p className="text-right">
            <strong className="block text-sm font-semibold">{company.name}</strong>
            {company.organizationNumber &&
              words.organizationNumber(formatOrganizationNumber(company.organizationNumber))}
          </p>
        )}
      </header>
      <p className="mt-3">
        <strong className="block text-sm font-semibold">
          {verdictOf(summary, rows, checkedAt, now).claim}
        </strong>
        {words.checked(formatDateTime(checkedAt))}
        {reconciled && (
          <span className="block">
            {markedWords(reconciled)} {reconciled.changed && `${text.reconciled.changed}.`}
          </span>
        )}
      </p>
      <table className="mt-3 w-full tabular-nums">
        <thead>
          <tr className="border-b border-line-strong">
            <Head first>{words.sums}</Head>
            <Head>{words.count}</Head>
            <Head>{words.amount}</Head>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {FIGURES.map((part) => (
            <tr key={part}>
              <th scope="row" className="py-0.5 text-left font-normal">
                {text.figures[part]}
              </th>
              <Cell>{summary[part].count}</Cell>
              <Cell>
                {part === 'missing'
                  ? missingText(missingOf(rows))
                  : formatKroner(summary[part].ore)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
      {difference.length > 0 && <p className="mt-2 text-ink-2">{difference.join(' ')}</p>}
      <h2 className="mt-4 text-sm font-semibold">{words.discrepancies}</h2>
      {listed.length === 0 ? (
        <p className="mt-1 text-ink-2">{words.none}</p>
      ) : (
        <table className="mt-1 w-full tabular-nums">
          <thead>
            <tr className="border-b border-line-strong">
              <Head first>{words.job}</Head>
              <Head first>{words.customer}</Head>
              <Head first className="pl-4">
                {words.discrepancy}
              </Head>
              <Head>{words.completed}</Head>
              <Head>{VENDOR_NAMES.servicem8}</Head>
              <Head>{VENDOR_NAMES.fiken}</Head>
            </tr>
          </thead>
          {listed.map((section) => (
            <SectionRows key={section.state} section={section} />
          ))}
        </table>
      )}
      {inShort.length > 0 && (
        <ul className="mt-4 grid gap-0.5 text-ink-2">
          {inShort.flatMap(({ state, groups }) =>
            groups.map((group) => (
              <li key={group.key}>
                {text.sections[state]}: {groupTitle(group)}
              </li>
            )),
          )}
        </ul>
      )}
      <p className="mt-5 text-ink-2">{words.printed(formatDate(now))}</p>
    </article>
  )
}

const groupTitle = ({ title, rows, total }: Group) =>
  `${title} (${text.jobs(rows.length)}, ${formatKroner(total)})`

function SectionRows({ section: { state, groups, count } }: { section: Section }) {
  return (
    <tbody className="divide-y divide-line">
      <tr className="break-after-avoid">
        <th colSpan={6} scope="rowgroup" className="pt-2 pb-0.5 text-left font-semibold">
          {text.sections[state]} ({text.jobs(count)})
        </th>
      </tr>
      {groups.flatMap(({ title, rows }) =>
        rows.map((row) => <Row key={row.jobUuid} row={row} title={title} />),
      )}
    </tbody>
  )
}

function Row({ row, title }: { row: ShownRow; title: string }) {
  const inFiken = askedInFiken(row)
  const news = newsOf(row)
  return (
    <tr className="break-inside-avoid">
      <th scope="row" className="py-0.5 pr-3 text-left font-normal whitespace-nowrap">
        #{row.jobNumber}
      </th>
      <td className="py-0.5">{row.customer}</td>
      <td className="py-0.5 pl-4">
        {title}
        {news && <span className="text-ink-2"> · {news.label}</span>}
      </td>
      <Cell>{row.completedAt ? formatDate(row.completedAt) : '–'}</Cell>
      <Cell>{row.total === null ? '–' : formatKroner(row.total)}</Cell>
      <Cell>{inFiken === null ? '–' : formatKroner(inFiken)}</Cell>
    </tr>
  )
}

function Head({
  first,
  className,
  children,
}: {
  first?: boolean
  className?: string
  children: string
}) {
  return (
    <th
      scope="col"
      className={cx(
        'py-1 font-semibold whitespace-nowrap',
        first ? 'text-left' : 'pl-4 text-right',
        className,
      )}
    >
      {children}
    </th>
  )
}

function Cell({ children }: { children: string | number }) {
  return <td className="py-0.5 pl-4 text-right whitespace-nowrap">{children}</td>
}
