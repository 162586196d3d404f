import { useState } from 'react'
import type { Servicem8Only } from '#shared/contracts/products/comparison'
import { words } from '../../../ui/words.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
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

export function AccountDialog({ material, vatRegistered, onClose }: AccountDialogProps) {
  const [account, setAccount] = useState('')
  const create = useCreateProduct()
  const { incomeAccount } = material
  const isOther = incomeAccount !== null && !OFFERED.includes(incomeAccount)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Opprett i Fiken"
      description={`«${material.name}» opprettes i Fiken med prisen ${priceText(oreOf(material.salePrice))} uten MVA.`}
    >
      <div className="grid gap-4">
        <SelectField
          label="Inntektskonto"
          placeholder="Velg inntektskonto"
          hint={
            vatRegistered &&
            isOther &&
            `Varens MVA-sats avgjør kontoen. I MVA-tabellen er den nå ${incomeAccount}.`
          }
          options={text.account.options}
          data-first
          value={account}
          onChange={({ target }) => setAccount(target.value)}
        />
        {!vatRegistered && incomeAccount && (
          <Banner
            tone="info"
            title={`Selskapet er utenfor MVA-registeret, så produktet føres på ${incomeAccount} uansett hva du velger.`}
          />
        )}
        <DialogButtons>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            tone="primary"
            disabled={account === ''}
            pending={create.isPending}
            onClick={() =>
              create.mutate(
                { material, incomeAccount: account },
                {
                  onSuccess: onClose,
                  // Closes the dialog when the product already exists, since another account would
                  // not help.
                  onError: (error) => hasCode(error, 'product_exists') && onClose(),
                },
              )
            }
          >
            Opprett i Fiken
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}
