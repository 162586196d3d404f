import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmPairings, readPairings, type Pairing } from '#shared/contracts/pairings'
import { formatOrganizationNumber } from '#shared/norwegian'
import { call } from '../../../lib/api.ts'
import { afterWrite } from '../../../lib/live.ts'
import { reading } from '../../../lib/query-client.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogFoot } from '../../../ui/Dialog.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { words } from '../../../ui/words.ts'
import { nameOf } from '../../company-choice/choice-state.ts'
import { choicesFor, nameAndNumber, pairsOf, proposals, type Chosen } from './pairings-state.ts'
import { text } from './text.ts'

/**
 * Asks once, after Fiken has been connected, for which of the user's other companies the access is
 * used too. Nothing is shown if there are none.
 */
export default function PairingQuestion({ onClose }: { onClose: () => void }) {
  const { data = [], isFetchedAfterMount } = useQuery({
    ...reading(readPairings, {}),
    refetchOnMount: 'always',
  })
  const asked = data.filter(({ choices }) => choices.length > 0)
  return isFetchedAfterMount && asked.length > 0 && <Question asked={asked} onClose={onClose} />
}

function Question({ asked, onClose }: { asked: readonly Pairing[]; onClose: () => void }) {
  const [chosen, setChosen] = useState<Chosen>(() => proposals(asked))
  const pairs = pairsOf(asked, chosen)
  const confirm = useMutation({
    mutationFn: () => call(confirmPairings, { body: { pairs } }),
    onSuccess: (answers) => {
      const stored = answers.filter(({ problem }) => problem === null).length
      if (stored > 0) toast({ title: text.done(stored), description: text.doneWhy })
      if (stored === answers.length) onClose()
    },
    onError: (error) => toastFailure(text.failed, error),
    onSettled: afterWrite(confirmPairings),
  })
  const problemOf = (id: string) =>
    confirm.data?.find(({ companyId }) => companyId === id)?.problem ?? undefined
  return (
    <Dialog open onOpenChange={onClose} title={text.title} description={text.why} wide>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (pairs.length > 0 && !confirm.isPending) confirm.mutate()
        }}
      >
        {asked.map((pairing) => {
          const { companyId, companyName, organizationNumber, proposed } = pairing
          const slug = chosen[companyId] ?? ''
          return (
            <SelectField
              key={companyId}
              label={text.choose(
                nameOf({ name: companyName }),
                organizationNumber && formatOrganizationNumber(organizationNumber),
              )}
              hint={proposed && slug === proposed.slug ? text.equal : undefined}
              error={problemOf(companyId)}
              options={[
                { value: '', label: text.none },
                ...choicesFor(pairing, chosen).map((choice) => ({
                  value: choice.slug,
                  label: nameAndNumber(choice),
                })),
              ]}
              value={slug}
              onChange={({ target }) => setChosen((now) => ({ ...now, [companyId]: target.value }))}
            />
          )
        })}
        <DialogFoot>
          <Button onClick={onClose}>{words.close}</Button>
          <Button
            type="submit"
            tone="primary"
            disabled={pairs.length === 0}
            pending={confirm.isPending}
          >
            {text.use(pairs.length)}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
