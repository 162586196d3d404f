import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { addCompany } from '#shared/contracts/account/companies'
import { companyForm, type CompanyForm } from '#shared/forms/company'
import { call, errorText } from '../../lib/api.ts'
import { showCompany } from '../../lib/company/several-companies.ts'
import { showFieldErrors } from '../../lib/field-errors.ts'
import { validatedBy } from '../../lib/form.ts'
import { mayLeave } from '../../lib/unsaved.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogButtons } from '../../ui/Dialog.tsx'
import { words } from '../../ui/words.ts'
import { BusinessFields } from '../auth/BusinessFields.tsx'
import type { Business } from '../auth/company-state.ts'
import { named } from '../auth/named.ts'
import { text } from './text.ts'

const resolver = named(validatedBy(companyForm))

/** Creates a company that the user owns, and shows it in this tab. */
export function AddCompanyDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<CompanyForm>({
    resolver,
    defaultValues: { companyName: '', address: '', postalCode: '', city: '' },
  })
  const [filled, setFilled] = useState<Partial<Business>>({})
  const add = useMutation({
    mutationFn: (body: CompanyForm) => call(addCompany, { body }),
    onSuccess: ({ id }) => showCompany(id, '/'),
    onError: (error) => showFieldErrors(form, error),
  })
  return (
    <Dialog open onOpenChange={onClose} title={text.add} description={text.addWhy} wide>
      <form
        noValidate
        className="grid gap-4 sm:grid-cols-6"
        onSubmit={(event) =>
          void form.handleSubmit(async (values) => {
            // Creating loads the page again, with the new company.
            if (await mayLeave()) add.mutate(values)
          })(event)
        }
      >
        {add.isError && (
          <Banner tone="bad" live className="sm:col-span-6" title={text.addFailed}>
            {errorText(add.error)}
          </Banner>
        )}
        <FormProvider {...form}>
          <BusinessFields filled={filled} onFill={setFilled} />
        </FormProvider>
        <DialogButtons className="sm:col-span-6">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" tone="primary" pending={add.isPending || add.isSuccess}>
            {text.create}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
