import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './Button.tsx'

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  const Icon = copied ? Check : Copy
  return (
    <>
      <IconButton label={label} icon={<Icon aria-hidden className="size-4" />} onClick={copy} />
      <span role="status" className="sr-only">
        {copied ? 'Kopiert' : ''}
      </span>
    </>
  )
}
