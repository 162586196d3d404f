import { useState } from 'react'
import { May } from '../../lib/access/may.tsx'
import { useMoreOptions } from '../../lib/useMoreOptions.ts'
import { Button } from '../../ui/Button.tsx'
import type { Billed } from './CollectiveDialog.tsx'
import { MoreOptions } from '../../ui/MoreOptions.tsx'
import { CollectivePlace } from './CollectivePlace.tsx'
import { howOftenExactly } from './collective-state.ts'
import { useCollective } from './list-query.ts'
import { useUsesCollective } from './useUsesCollective.ts'
import { text } from './text.ts'

/** The customer's choice, hidden behind one line until the user has used collective drafts. */
export function ChoiceLine({ client }: { client: Billed }) {
  const { hidden, line } = useMoreOptions([{ isUsed: useUsesCollective() }])
  if (hidden.length === 0) return <Choice client={client} />
  return (
    <div className="border-t border-line">
      <MoreOptions {...line}>
        <Choice client={client} />
      </MoreOptions>
    </div>
  )
}

function Choice({ client }: { client: Billed }) {
  const { data } = useCollective()
  const [asking, setAsking] = useState(false)
  const choice = data?.find(({ clientUuid }) => clientUuid === client.uuid)
  return (
    <section
      aria-label={text.title}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4"
    >
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="font-semibold">{text.title}</h3>
        {data && (
          <p className="wrap-anywhere text-sm text-ink-2">
            {choice ? text.gets(client.name, howOftenExactly(choice.time)) : text.none(client.name)}
          </p>
        )}
      </div>
      <May act="customers">
        <Button
          size="sm"
          aria-label={choice ? text.changeOf(client.name) : undefined}
          onClick={() => setAsking(true)}
        >
          {choice ? text.change : text.choose}
        </Button>
      </May>
      <CollectivePlace
        asked={asking ? { about: 'choice', client } : null}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}
