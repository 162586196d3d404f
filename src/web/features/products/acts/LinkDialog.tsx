import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { NameMatch } from '#shared/contracts/products/comparison'
import { words } from '../../../ui/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { priceText, stockText } from '../amounts.ts'
import { oreOf } from '../items-state.ts'
import { useLink } from './queries.ts'

/** A dialog that asks whether products with one name and different numbers are the same. */
export function LinkDialog({ match, onClose }: { match: NameMatch; onClose: () => void }) {
  const link = useLink()
  const sides = [
    {
      head: VENDOR_NAMES.fiken,
      number: match.fikenProductNumber,
      price: priceText(match.fikenPrice),
      stock: stockText(match.fikenStock),
    },
    {
      head: VENDOR_NAMES.servicem8,
      number: match.servicem8ItemNumber,
      price: priceText(oreOf(match.servicem8SalePrice)),
      stock: stockText(match.servicem8Stock),
    },
  ]
  const facts = [
    ['Nummer', (side: (typeof sides)[number]) => side.number || 'Ikke satt'],
    ['Pris uten MVA', (side: (typeof sides)[number]) => side.price],
    ['Lager', (side: (typeof sides)[number]) => side.stock],
  ] as const
  const number = match.servicem8ItemNumber || match.fikenProductNumber
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Er dette samme produkt?"
      description={`Begge heter «${match.name}», men de har ulike numre.`}
    >
      <table className="w-full text-left text-sm tabular-nums">
        <thead className="text-ink-2">
          <tr>
            <td />
            {sides.map(({ head }) => (
              <th key={head} scope="col" className="py-1 font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.map(([name, of]) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="py-1.5 pr-3 font-normal text-ink-2">
                {name}
              </th>
              {sides.map((side) => (
                <td key={side.head} className="py-1.5 pr-2">
                  {of(side)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {number && (
        <p className="mt-4 text-ink-2">{`Begge får nummeret ${number}. Priser og lager endres ikke.`}</p>
      )}
      <DialogButtons className="mt-5">
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button
          tone="primary"
          data-first
          pending={link.isPending}
          onClick={() =>
            link.mutate(
              { uuid: match.servicem8Uuid, productId: match.fikenProductId },
              { onSuccess: onClose },
            )
          }
        >
          Samme produkt
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
