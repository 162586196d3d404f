import { Dialog } from '../../ui/Dialog.tsx'
import { commandKey } from './keys-state.ts'

const text = {
  keys: 'Taster',
  keysWhy: 'De virker når du ikke skriver i et felt.',
  table: [
    { keys: ['command', 'K'], does: 'Gå til, finn eller gjør' },
    { keys: ['/'], does: 'Søk, der siden har et søkefelt' },
    { keys: ['j'], does: 'Neste rad, eller neste jobb når en jobb er åpen' },
    { keys: ['k'], does: 'Forrige rad, eller forrige jobb når en jobb er åpen' },
    { keys: ['Enter'], does: 'Åpne jobben eller kunden som er valgt' },
    { keys: ['Esc'], does: 'Lukk det som er åpent' },
    { keys: ['F8'], does: 'Gå til varslene' },
    { keys: ['?'], does: 'Vis denne listen' },
  ],
} as const

export default function KeyHelp({ onOpenChange }: { onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open onOpenChange={onOpenChange} title={text.keys} description={text.keysWhy}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2.5 text-sm">
        {text.table.map(({ keys, does }) => (
          <div key={does} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-md border border-line-strong bg-surface-2 px-1.5 py-0.5 text-center font-sans text-xs font-semibold"
                >
                  {key === 'command' ? commandKey() : key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
