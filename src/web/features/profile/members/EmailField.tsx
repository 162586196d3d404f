import { useFormContext } from 'react-hook-form'
import { TextField } from '../../../ui/Field.tsx'
import { text } from './text.ts'

/** The address of who is asked, in a form about them. */
export function EmailField() {
  const { register, formState } = useFormContext<{ email: string }>()
  return (
    <TextField
      label={text.email}
      type="email"
      inputMode="email"
      autoComplete="off"
      required
      error={formState.errors.email?.message}
      {...register('email')}
    />
  )
}
