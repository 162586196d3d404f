import { useState } from 'react'
import type { Servicem8Only } from '#shared/contracts/products/comparison'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { priceText } from '../amounts.ts'
import { oreOf } from '../items-state.ts'
import { hasCode } from './failures.ts'
import { useCreateProduct } from './queries.ts'
import { text } from './text.ts'

interface AccountDialogProps {
  material: Servicem8Only
  vatRegistered: boolean
  onClose: () => void
}

const OFFERED: readonly string[] = text.account.options.map(({ value }) => value)

/** What a product is booked on is decided by a person, before it is made in Fiken. */
export function AccountDialog({ material, vatRegistered, onClose }: AccountDialogProps) {
  const [account, setAccount] = useState('')
  const create = useCreateProduct()
  const { incomeAccount } = material
  const isOther = incomeAccount !== null && !OFFERED.includes(incomeAccount)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text.account.title}
      description={text.account.why(material.name, priceText(oreOf(material.salePrice)))}
    >
      <div className="grid gap-4">
        <SelectField
          label={text.account.field}
          placeholder={text.account.placeholder}
          hint={vatRegistered && isOther && text.account.other(incomeAccount)}
          options={text.account.options}
          data-first
          value={account}
          onChange={({ target }) => setAccount(target.value)}
        />
        {!vatRegistered && incomeAccount && (
          <Banner tone="info" title={text.account.noVat(incomeAccount)} />
        )}
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            tone="primary"
            disabled={account === ''}
            pending={create.isPending}
            onClick={() =>
              create.mutate(
                { material, incomeAccount: account },
                {
                  onSuccess: onClose,
                  // Another account would be refused too.
                  onError: (error) => hasCode(error, 'product_exists') && onClose(),
                },
              )
            }
          >
            {text.account.yes}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
