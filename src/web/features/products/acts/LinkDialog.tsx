import type { NameMatch } from '#shared/contracts/products/comparison'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { priceText, stockText } from '../amounts.ts'
import { oreOf } from '../items-state.ts'
import { useLink } from './queries.ts'
import { text } from './text.ts'

/** The same name under two numbers: nothing is written before a person says that it is one. */
export function LinkDialog({ match, onClose }: { match: NameMatch; onClose: () => void }) {
  const link = useLink()
  const sides = [
    {
      head: text.system.fiken,
      number: match.fikenProductNumber,
      price: priceText(match.fikenPrice),
      stock: stockText(match.fikenStock),
    },
    {
      head: text.system.servicem8,
      number: match.servicem8ItemNumber,
      price: priceText(oreOf(match.servicem8SalePrice)),
      stock: stockText(match.servicem8Stock),
    },
  ]
  const facts = [
    [text.link.number, (side: (typeof sides)[number]) => side.number || text.link.none],
    [text.link.price, (side: (typeof sides)[number]) => side.price],
    [text.link.stock, (side: (typeof sides)[number]) => side.stock],
  ] as const
  const number = match.servicem8ItemNumber || match.fikenProductNumber
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text.link.title}
      description={text.link.why(match.name)}
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
      {number && <p className="mt-4 text-ink-2">{text.link.after(number)}</p>}
      <div className="mt-5 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button onClick={onClose}>{text.cancel}</Button>
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
          {text.link.yes}
        </Button>
      </div>
    </Dialog>
  )
}
