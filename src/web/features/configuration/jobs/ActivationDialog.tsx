import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { JobFetchType } from '#shared/contracts/configuration'
import { readSetup } from '#shared/contracts/onboarding'
import { reading } from '../../../lib/query-client.ts'
import { words } from '../../../ui/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { JobQuestion } from './JobQuestion.tsx'

const text = {
  activateTitle: 'Slå på automatisk overføring',
  activateWhy: 'Du kan endre valget senere under Jobber som hentes.',
  activate: 'Slå på',
} as const

interface ActivationDialogProps {
  saved: JobFetchType
  onClose: () => void
  onActivate: (jobs: JobFetchType) => void
}

export function ActivationDialog({ saved, onClose, onActivate }: ActivationDialogProps) {
  const [chosen, setChosen] = useState(saved)
  const terms = useActivationTerms()
  return (
    <Dialog
      wide
      open
      onOpenChange={onClose}
      title={text.activateTitle}
      description={text.activateWhy}
    >
      <JobQuestion chosen={chosen} onChoose={setChosen} />
      <p className="mt-4 min-h-15 text-sm text-ink-2 sm:min-h-10">{terms}</p>
      <DialogButtons className="mt-5">
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button tone="primary" onClick={() => onActivate(chosen)}>
          {text.activate}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function useActivationTerms(): string {
  const steps = useQuery(reading(readSetup, {})).data?.steps
  const activate = steps?.find(({ id }) => id === 'activate')
  return [activate?.reason, activate?.more].filter(Boolean).join(' ')
}
