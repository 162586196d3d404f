import { Play } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { text } from './text.ts'
import { useAskedMake } from './useAskedMake.tsx'

export function MakeButton({
  ids,
  tone,
  disabled,
  onMade,
}: {
  ids: string[]
  tone: 'primary' | 'secondary'
  disabled: boolean
  onMade: () => void
}) {
  const { ask, isPending, question } = useAskedMake({ ids }, { onMade })
  return (
    <>
      <Button
        tone={tone}
        // On a phone there is no room for this button beside the others.
        className="max-sm:basis-full!"
        size="sm"
        pending={isPending}
        disabled={disabled}
        icon={<Play aria-hidden className="size-3.5" />}
        onClick={ask}
      >
        {text.make}
      </Button>
      {question}
    </>
  )
}
