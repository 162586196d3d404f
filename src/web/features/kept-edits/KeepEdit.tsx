import { useEffect, useRef, useState } from 'react'
import { keptEdit, useKeepEdit } from './kept-edit.ts'

interface KeepEditProps {
  name: string
  /** The unsaved edit; null without one. */
  edit: unknown
  onRestore: (edit: unknown) => void
}

/** The same as {@link useKeepEdit} for forms whose screen has no room for it in its first load. */
export default function KeepEdit({ name, edit, onRestore }: KeepEditProps) {
  const [begun] = useState(() => keptEdit<unknown>(name))
  const restore = useRef(onRestore)
  useEffect(() => {
    if (begun !== null) restore.current(begun)
  }, [begun])
  useKeepEdit(name, edit)
  return null
}
