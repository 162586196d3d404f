import { useEffect, useRef, useState } from 'react'
import type { Configuration } from '#shared/contracts/configuration'
import { toast } from '../../ui/toast-store.ts'
import {
  AUTO_SAVE_MS,
  autoEdits,
  changedElsewhere,
  isAutoSaved,
  isEmpty,
  knownSince,
  remaining,
  withEdit,
  withoutSaved,
  type Edits,
} from './configuration-state.ts'
import { useSaveConfiguration } from './queries.ts'
import { text } from './text.ts'

/**
 * Returns the form with the saved values and the edits on top. Switches and selects are saved one
 * second after the last change. A failed save keeps the edits.
 */
export function useConfigurationForm(saved: Configuration) {
  const [edits, setEdits] = useState<Edits>({})
  /** Saved values at the time of the edit, because another window can save the same setting. */
  const [known, setKnown] = useState<Edits>({})
  const save = useSaveConfiguration()
  const { mutateAsync, isPending, isError } = save

  const send = async (sent: Edits): Promise<boolean> => {
    try {
      const answer = await mutateAsync({ saved, edits: sent, known })
      setEdits((now) => remaining(now, sent))
      setKnown((now) => knownSince(now, sent, answer))
      return true
    } catch (error) {
      // The screen now shows the other window's values, so the next save is deliberate.
      if (changedElsewhere(error)) setKnown({})
      return false
    }
  }
  const latest = useRef({ send, edits, sending: isPending, failed: isError })
  useEffect(() => {
    latest.current = { send, edits, sending: isPending, failed: isError }
  })

  const own = autoEdits(edits)
  const ownKey = JSON.stringify(own)
  useEffect(() => {
    // After a failure there is no automatic retry, which would keep replacing the error message.
    if (isPending || isError || ownKey === '{}') return
    const timer = setTimeout(
      () => void latest.current.send(JSON.parse(ownKey) as Edits),
      AUTO_SAVE_MS,
    )
    return () => clearTimeout(timer)
  }, [ownKey, isPending, isError])
  // Saves the change even if the user leaves the screen within that second.
  useEffect(
    () => () => {
      const { edits, failed, sending } = latest.current
      if (!failed && !sending && !isEmpty(autoEdits(edits)))
        void latest.current.send(autoEdits(edits))
    },
    [],
  )

  const typed = Object.keys(edits).some((key) => !isAutoSaved(key as keyof Edits))
  return {
    values: { ...saved, ...edits },
    /** The edits to keep when the session ends; null without any. */
    kept: isEmpty(edits) ? null : { edits, known },
    restore: (kept: { edits: Edits; known: Edits }) => {
      setKnown(kept.known)
      setEdits(kept.edits)
    },
    /** The edited settings that another window has saved since the edit. */
    clashes: (Object.keys(edits) as (keyof Edits)[]).filter(
      (key) => key in known && known[key] !== saved[key],
    ),
    edited: Object.keys(edits) as (keyof Edits)[],
    edit: (change: Edits) => {
      if (isError) save.reset()
      setKnown((now) => ({ ...pickOf(saved, withEdit(saved, {}, change)), ...pickOf(now, edits) }))
      setEdits((now) => {
        const next = withEdit(saved, now, change)
        return isPending ? next : withoutSaved(saved, next)
      })
    },
    saveNow: async ({ quiet = false } = {}) => {
      if ((await send(edits)) && !quiet)
        toast({ title: text.savedToast[0], description: text.savedToast[1] })
    },
    flush: () => send(own),
    state: isPending
      ? ('saving' as const)
      : isEmpty(edits)
        ? ('saved' as const)
        : ('unsaved' as const),
    needsSaving: typed || (isError && !isEmpty(edits)),
  }
}

const pickOf = (values: Configuration | Edits, keys: Edits): Edits =>
  Object.fromEntries(
    Object.keys(keys).flatMap((key) =>
      key in values ? [[key, values[key as keyof Edits]] as const] : [],
    ),
  )

export type ConfigurationForm = ReturnType<typeof useConfigurationForm>
