import { useEffect, useState, type Ref } from 'react'
import type { Organization } from '#shared/contracts/organizations'
import { formatOrganizationNumber } from '#shared/norwegian'
import { ComboField } from '../../ui/ComboField.tsx'
import { addressLine, isNumber, mayBeAsked } from './company-state.ts'
import { useOwnOrganizations } from './queries.ts'
import { text } from './text.ts'

interface CompanyFieldProps {
  ref: Ref<HTMLInputElement>
  value: string
  error: string | undefined
  className: string
  /** True while no field of the address has been typed by hand, so that filling loses nothing. */
  mayFill: boolean
  onType: (name: string) => void
  onPick: (organization: Organization) => void
}

/**
 * The company's name, found in Brønnøysundregistrene by name or organisation number. A number has
 * one answer, which is filled in at once; by name, the user picks.
 */
export function CompanyField({
  ref,
  value,
  error,
  className,
  mayFill,
  onType,
  onPick,
}: CompanyFieldProps) {
  /** The text typed last; a value that was filled in is not searched for. */
  const [typed, setTyped] = useState<string | null>(null)
  const looking = value === typed
  const { found, status } = useOwnOrganizations(value, looking)
  const only = looking && mayFill && isNumber(value) && found.length === 1 ? found[0] : undefined
  const sure = only && !only.ended && only.name !== '' ? only : undefined
  useEffect(() => {
    if (sure) onPick(sure)
  }, [sure, onPick])
  return (
    <ComboField
      ref={ref}
      className={className}
      label={text.companyName}
      hint={text.companyHint}
      required
      value={value}
      error={error}
      onType={(name) => {
        setTyped(name)
        onType(name)
      }}
      suggests={looking && mayBeAsked(value)}
      status={status}
      silent={found.length > 0}
      suggestions={found.map((organization) => ({
        key: organization.organizationNumber,
        onPick: () => onPick(organization),
        content: (
          <>
            <span className="font-semibold">{organization.name}</span>
            <span className="text-sm text-ink-2">
              {[
                formatOrganizationNumber(organization.organizationNumber),
                addressLine(organization),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {organization.ended && (
              <span className="text-sm text-bad">{text.ended[organization.ended.kind]}</span>
            )}
          </>
        ),
      }))}
    />
  )
}
