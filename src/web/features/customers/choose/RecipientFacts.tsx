import { Facts } from './Facts.tsx'
import { factsOf, type Choice } from './recipient-state.ts'
import { text } from './text.ts'

/** Who the invoice is for, with the same facts as each contact below. */
export function RecipientFacts({ choice }: { choice: Choice }) {
  return (
    <section
      aria-label={text.recipient}
      className="grid gap-0.5 rounded-control bg-surface-2 px-3 py-2.5 text-sm"
    >
      <p className="text-ink-2">{text.recipient}</p>
      <p className="text-base font-semibold">{choice.recipient.name}</p>
      <Facts facts={factsOf(choice, choice.recipient)} />
    </section>
  )
}
