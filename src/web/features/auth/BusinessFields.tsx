import type { Dispatch, SetStateAction } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import type { Organization } from '#shared/contracts/organizations'
import { lookUpPlace } from './place.ts'
import { TextField } from '../../ui/Field.tsx'
import { CompanyField } from './CompanyField.tsx'
import { businessOf, type Business } from './company-state.ts'
import { text } from './text.ts'

const ADDRESS = ['address', 'postalCode', 'city'] as const

interface BusinessFieldsProps {
  /** The fields as they were filled in for the user, which another company or postcode may replace. */
  filled: Partial<Business>
  onFill: Dispatch<SetStateAction<Partial<Business>>>
}

/** The business, from Brønnøysundregistrene or typed by hand, in a form that has its fields. */
export function BusinessFields({ filled, onFill }: BusinessFieldsProps) {
  const { control, getValues, setValue, clearErrors, register, formState } =
    useFormContext<Business>()
  const { errors } = formState
  const values = useWatch({ control })
  const {
    field: { ref, value, onChange },
  } = useController({ control, name: 'companyName' })
  const fillPlace = () =>
    lookUpPlace({
      postalCode: () => getValues('postalCode'),
      city: () => getValues('city'),
      filled: filled.city,
      put: (city) => {
        setValue('city', city)
        clearErrors('city')
        onFill((all) => ({ ...all, city }))
      },
    })
  const mayFill = ADDRESS.every((name) => !values[name] || values[name] === filled[name])
  const fill = (organization: Organization) => {
    const business = businessOf(organization)
    for (const [name, value] of Object.entries(business) as [keyof Business, string][]) {
      // What the register lacks is kept as the user has typed it.
      if (value === '' && getValues(name) !== filled[name]) continue
      setValue(name, value)
      if (value !== '') clearErrors(name)
    }
    onFill(business)
  }
  return (
    <>
      <CompanyField
        className="sm:col-span-6"
        ref={ref}
        value={value}
        error={errors.companyName?.message}
        mayFill={mayFill}
        onType={onChange}
        onPick={fill}
      />
      <TextField
        label={text.address}
        autoComplete="street-address"
        className="sm:col-span-6"
        required
        error={errors.address?.message}
        {...register('address')}
      />
      <TextField
        label={text.postalCode}
        autoComplete="postal-code"
        inputMode="numeric"
        className="sm:col-span-2"
        required
        error={errors.postalCode?.message}
        {...register('postalCode', { onChange: () => void fillPlace() })}
      />
      <TextField
        label={text.city}
        autoComplete="address-level2"
        className="sm:col-span-4"
        required
        error={errors.city?.message}
        {...register('city')}
      />
    </>
  )
}
