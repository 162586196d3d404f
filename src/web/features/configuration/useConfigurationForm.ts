import { useEffect, useRef, useState } from 'react'
import type { Configuration } from '#shared/contracts/configuration'
import { toast } from '../../ui/toast-store.ts'
import { AUTO_SAVE_MS, autoEdits, isEmpty, remaining, withEdit, type Edits } from './configuration-state.ts'
import { useSaveConfiguration } from './queries.ts'
import { text } from './text.ts'

/**
 * The screen's values: what is saved, with the edits on top. Switches and selects save themselves a second after the last change;
 * a save that fails keeps the edits, so that the button can try again.
 */
export function useConfigurationForm(saved: Configuration) {
  const [edits, setEdits] = useState<Edits>({})
  const save = useSaveConfiguration()
  const { mutate, isPending, isError } = save

  const send = (sent: Edits, done?: () => void) =>
    mutate(
      { saved, edits: sent },
      {
        onSuccess: () => {
          setEdits((now) => remaining(now, sent))
          done?.()
        },
      },
    )
  const latestSend = useRef(send)
  useEffect(() => {
    latestSend.current = send
  })

  const own = autoEdits(edits)
  const ownKey = JSON.stringify(own)
  useEffect(() => {
    // After a failure the person decides: trying again every second would bury the message.
    if (isPending || isError || ownKey === '{}') return
    const timer = setTimeout(() => latestSend.current(JSON.parse(ownKey) as Edits), AUTO_SAVE_MS)
    return () => clearTimeout(timer)
  }, [ownKey, isPending, isError])

  return {
    values: { ...saved, ...edits },
    edit: (change: Edits) => {
      if (isError) save.reset()
      setEdits((now) => withEdit(saved, now, change))
    },
    /** Saves everything now; says so even when nothing was changed. */
    saveNow: () => send(edits, () => toast({ title: text.savedToast[0], description: text.savedToast[1] })),
    state: isPending ? ('saving' as const) : isEmpty(edits) ? ('saved' as const) : ('unsaved' as const),
  }
}

export type ConfigurationForm = ReturnType<typeof useConfigurationForm>
