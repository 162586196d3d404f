import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './Button.tsx'
import { TextField, type TextFieldProps } from './Field.tsx'

/** A password field with a button that shows the text, because typing errors are hard to find. */
export function PasswordField({
  label = 'Passord',
  ...props
}: Omit<TextFieldProps, 'type' | 'label' | 'trail'> & { label?: string }) {
  const [seen, setSeen] = useState(false)
  const Icon = seen ? EyeOff : Eye
  return (
    <TextField
      {...props}
      label={label}
      type={seen ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trail={
        <IconButton
          label={`${seen ? 'Skjul' : 'Vis'} ${label === 'Passord' ? 'passordet' : label.toLowerCase()}`}
          icon={<Icon aria-hidden className="size-4.5" />}
          onClick={() => setSeen(!seen)}
        />
      }
    />
  )
}
