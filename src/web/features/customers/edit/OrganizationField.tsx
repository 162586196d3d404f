import { useEffect, useRef, useState } from 'react'
import { findOrganizations, type Organization } from '#shared/contracts/organizations'
import { formatOrganizationNumber } from '#shared/norwegian'
import { errorText } from '../../../lib/api.ts'
import { May } from '../../../lib/access/may.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { text } from './text.ts'
import { useQuery } from '@tanstack/react-query'
import { reading } from '../../../lib/query-client.ts'

interface OrganizationFieldProps {
  value: string
  /** The name to look up when no number has been typed. */
  name: string
  onType: (number: string) => void
  onPick: (organization: Organization) => void
  error: string | undefined
}

/**
 * A field that looks up the number or the name in Brønnøysundregistrene. A result is filled in only
 * when the user picks it.
 */
export function OrganizationField({ value, name, onType, onPick, error }: OrganizationFieldProps) {
  const [asked, setAsked] = useState<string | null>(null)
  const register = useOrganizations(asked)
  const question = value.trim() || name.trim()
  const { isFetching } = register
  // Hides a response to an earlier search.
  const isAbout = asked === question
  const data = isAbout ? register.data : undefined
  const failure = isAbout ? register.error : null
  const lookUp = useRef<HTMLButtonElement>(null)
  const answer = useRef<HTMLDivElement>(null)
  // Scrolls, because the result appears below the last field, where the dialog's buttons would
  // cover it.
  useEffect(() => {
    if (data || failure) answer.current?.scrollIntoView({ block: 'nearest' })
  }, [data, failure])
  return (
    <div className="grid gap-2">
      <div className="flex items-start gap-2">
        <TextField
          className="grow"
          label={text.fields.billing_organization_number}
          inputMode="numeric"
          autoComplete="off"
          value={value}
          onChange={(event) => onType(event.target.value)}
          error={error}
        />
        {/* Keeps the button aligned with the input, whatever is shown below the input. */}
        <May act="customers">
          <Button
            ref={lookUp}
            pending={isFetching}
            disabled={question.length < 2}
            className="mt-6.5 shrink-0"
            onClick={() => {
              // Responses are cached for a while; a failed search is repeated.
              if (isAbout && (failure || data?.unavailable)) void register.refetch()
              else setAsked(question)
            }}
          >
            {text.organization.lookUp}
          </Button>
        </May>
      </div>
      <div ref={answer} className="grid scroll-mb-24 gap-2 empty:hidden">
        <div role="status" className="text-sm text-ink-2 empty:hidden">
          {failure
            ? errorText(failure)
            : (data?.unavailable ??
              (data?.organizations.length === 0 ? text.organization.none : null))}
        </div>
        {data && data.organizations.length > 0 && (
          <ul className="grid gap-2" aria-label={text.organization.found}>
            {data.organizations.map((organization) => (
              <Found
                key={organization.organizationNumber}
                organization={organization}
                onPick={() => {
                  setAsked(null)
                  onPick(organization)
                  // Moves the focus, because the pressed button disappears with the results.
                  lookUp.current?.focus({ preventScroll: true })
                }}
              />
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function Found({ organization, onPick }: { organization: Organization; onPick: () => void }) {
  const { name, form, organizationNumber, address, ended } = organization
  const number = formatOrganizationNumber(organizationNumber)
  const place = address
    ? [address.street, `${address.postalCode} ${address.city}`.trim()].filter(Boolean).join(', ')
    : ''
  return (
    <li className="flex items-center gap-3 rounded-control border border-line px-3 py-2 text-sm">
      <div className="min-w-0 grow">
        <p className="font-semibold">{name || number}</p>
        <p className="text-ink-2">{[number, form, place].filter(Boolean).join(' · ')}</p>
        {ended && <p className="text-bad">{ended.text}</p>}
      </div>
      <Button
        className="shrink-0"
        aria-label={text.organization.useOf(name || number)}
        onClick={onPick}
      >
        {text.organization.use}
      </Button>
    </li>
  )
}

/** Cache time of the register's responses in ms. */
const KEPT_MS = 60_000

/** Searches the register; null disables the search. */
function useOrganizations(asked: string | null) {
  return useQuery({
    ...reading(findOrganizations, { query: { query: asked ?? '' } }),
    enabled: asked !== null,
    gcTime: KEPT_MS,
    staleTime: KEPT_MS,
    retry: false,
  })
}
