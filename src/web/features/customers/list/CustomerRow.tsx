import { Eye, Layers, Pencil } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import type { CollectiveChoiceShown } from '#shared/contracts/collective'
import type { Customer } from '#shared/contracts/customers'
import { formatOrganizationNumber } from '#shared/norwegian'
import { useMay } from '../../../lib/access/may.tsx'
import { IconButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { DataRow } from '../../../ui/DataTable.tsx'
import { TONE_CLASS } from '../../../ui/StatusChip.tsx'
import type { Draw } from '../../../ui/use-part.ts'
import type { CollectiveLineProps } from '../../collective/CollectiveLine.tsx'
import type { AskedCollective } from '../../collective/CollectivePlace.tsx'
import { addressLine, billingLine, isBilledAtOwn, isSameAsCustomer } from '../billing-state.ts'
import { text } from '../text.ts'
import { savedSays } from './found-state.ts'
import { SavedLine } from './SavedLine.tsx'

interface CustomerRowProps {
  customer: Customer
  name: string
  collective: CollectiveChoiceShown | null
  columns: number
  writing: boolean
  connecting: boolean
  onEdit: (customer: Customer) => void
  onChoose: (customer: Customer) => void
  drawCollective: Draw<CollectiveLineProps> | null
  onCollective: ((asked: AskedCollective) => void) | null
  onWrite: (uuid: string) => void
  onConnect: () => void
}

const CELL = '@xl:table-cell @xl:h-13 @xl:px-2 @xl:py-1 @xl:align-middle'

export function CustomerRow({ customer, name, columns, ...props }: CustomerRowProps) {
  const { collective, drawCollective, writing, connecting } = props
  const { onEdit, onChoose, onCollective, onWrite, onConnect } = props
  // A site's invoices are sent to its head office.
  const billed = customer.head_office ?? { uuid: customer.uuid, name }
  const siteName = customer.head_office ? name : undefined
  const may = useMay()
  const mayEdit = may('customers')
  const says = savedSays(customer.saved)
  const site = customer.head_office && text.siteOf(customer.head_office.name)
  const number =
    customer.organization_number && formatOrganizationNumber(customer.organization_number)
  // Pointer users can click the whole row; keyboard and screen reader users have a button.
  const editByPointer = (event: MouseEvent<HTMLElement>) => {
    const { target, currentTarget } = event
    if (!(target instanceof Element) || !currentTarget.contains(target)) return
    if (target.closest('a, button') || window.getSelection()?.toString()) return
    // Focuses this button first, so that the focus returns to the button when the dialog closes.
    currentTarget.querySelector<HTMLElement>('[data-details]')?.focus({ preventScroll: true })
    onEdit(customer)
  }
  return (
    <DataRow
      columns={columns}
      onClick={editByPointer}
      className="grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 py-2 pr-2 pl-4 sm:pl-5"
      below={
        (says ?? (collective && drawCollective)) && (
          <>
            {says && (
              <SavedLine
                says={says}
                name={name}
                mayPress={may(says.act === 'connect' ? 'renew_servicem8' : 'customers')}
                busy={says.act === 'connect' ? connecting : writing}
                onPress={() => {
                  if (says.act === 'write') onWrite(customer.uuid)
                  else if (says.act === 'connect') onConnect()
                  else onEdit(customer)
                }}
              />
            )}
            {collective &&
              drawCollective?.({
                choice: collective,
                name,
                headOffice: customer.head_office?.name ?? null,
                onPreview: () => onCollective?.({ about: 'preview', client: billed }),
              })}
          </>
        )
      }
    >
      <th
        role="rowheader"
        scope="row"
        className={cx(CELL, 'col-start-1 row-start-1 min-w-0 text-left font-normal @xl:pl-5!')}
      >
        <p className="font-semibold wrap-anywhere @xl:truncate">{name}</p>
        <p className="truncate text-xs text-ink-2 tabular-nums @max-xl:hidden">
          {[site, number, customer.email || customer.phone].filter(Boolean).join(' · ')}
        </p>
      </th>
      <td role="cell" className={cx(CELL, 'col-start-1 row-start-2 min-w-0 text-sm')}>
        <Billing customer={customer} name={name} />
      </td>
      <td role="cell" className={cx(CELL, 'col-start-1 row-start-3 min-w-0 text-sm')}>
        <InFiken
          customer={customer}
          name={name}
          about={site ?? number}
          onChoose={() => onChoose(customer)}
        />
      </td>
      <td
        role="cell"
        className={cx(CELL, 'col-start-2 row-span-3 row-start-1 self-start text-right @xl:pr-5!')}
      >
        {/* On a card the buttons are stacked within the row's height, to leave room for their
            labels. */}
        <span className="inline-flex @max-xl:-my-2 @max-xl:flex-col @max-xl:items-end">
          {onCollective && mayEdit && (
            <IconButton
              label={text.collective(name)}
              title={text.collective(name)}
              className="font-normal! text-ink-2 @max-xl:w-auto! @max-xl:px-1 @max-xl:text-sm @4xl:w-auto! @4xl:px-2 @4xl:text-sm"
              icon={
                <>
                  <Layers aria-hidden className="size-4 @max-xl:hidden" />
                  <span aria-hidden className="@xl:hidden @4xl:inline">
                    {text.shows.collective}
                  </span>
                </>
              }
              onClick={() => onCollective({ about: 'choice', client: billed, site: siteName })}
            />
          )}
          <IconButton
            label={(mayEdit ? text.edit : text.view)(name)}
            icon={
              mayEdit ? (
                <Pencil aria-hidden className="size-4" />
              ) : (
                <Eye aria-hidden className="size-4" />
              )
            }
            data-details
            onClick={() => onEdit(customer)}
          />
        </span>
      </td>
    </DataRow>
  )
}

function Billing({ customer, name }: { customer: Customer; name: string }) {
  const same = isSameAsCustomer(customer)
  const isOwn = isBilledAtOwn(customer)
  const address =
    billingLine(customer) ||
    (same &&
      addressLine(customer.address, customer.postal_code, customer.city, customer.country)) ||
    text.noAddress
  return (
    <>
      <p className="flex min-w-0 items-center gap-2 @max-xl:hidden">
        <span className={cx('truncate', isOwn && 'text-ink-2')}>
          {isOwn ? text.sameAsCustomer : same ? name : customer.billing_company_name}
        </span>
        {customer.needs_review && <Review />}
      </p>
      <p className="wrap-anywhere text-ink-2 @xl:truncate @xl:text-xs">
        {!same && <span className="text-ink @xl:hidden">{customer.billing_company_name}, </span>}
        {address}
      </p>
    </>
  )
}

function Review({ className }: { className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex shrink-0 items-center gap-1 text-xs font-semibold whitespace-nowrap text-wait',
        className,
      )}
    >
      <Eye aria-hidden className="size-3.5" />
      {text.review}
    </span>
  )
}

function InFiken({
  customer: { contact, waiting, waiting_transfer, company_name, needs_review },
  name,
  about,
  onChoose,
}: {
  customer: Customer
  name: string
  /** A detail shown here on a card, because there is no room for it below the name. */
  about: string
  onChoose: () => void
}) {
  const chip = cx(
    TONE_CLASS.wait,
    'inline-flex min-h-6 items-center rounded-full px-2.5 text-xs font-semibold whitespace-nowrap hover:underline pointer-coarse:relative pointer-coarse:after:absolute pointer-coarse:after:-inset-x-1 pointer-coarse:after:-inset-y-2.5',
  )
  const label = text.waitingOf(waiting, name)
  const may = useMay()
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 @xl:block">
      {(contact !== null || waiting === 0) && (
        <p
          className={cx(
            'min-w-0 whitespace-pre @max-xl:flex @max-xl:text-xs @xl:truncate',
            !contact && 'text-ink-2',
          )}
        >
          <span className="min-w-0 truncate">
            {contact && <span className="text-ink-2 @xl:sr-only">{text.inFiken} </span>}
            {contact ? contact.name : text.notLinked}
          </span>
          {/* The name is truncated to make room for the number, because a truncated number is
              useless. */}
          {about && (
            <span className="max-w-3/5 shrink-0 truncate text-ink-2 @xl:hidden">
              {'\u00a0· '}
              {about}
            </span>
          )}
        </p>
      )}
      {waiting > 0 &&
        (waiting_transfer && may('transfers') ? (
          <button type="button" aria-label={label} className={chip} onClick={onChoose}>
            {text.waiting(waiting)}
          </button>
        ) : (
          <Link
            aria-label={label}
            className={chip}
            to={`/transfers?status=pending%2Cqueued&q=${encodeURIComponent(company_name)}`}
          >
            {text.waiting(waiting)}
          </Link>
        ))}
      {needs_review && <Review className="@xl:hidden" />}
    </div>
  )
}
