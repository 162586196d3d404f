import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { factorCode, type FactorCode } from '#shared/forms/profile'
import { words } from '../../ui/words.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { complaintsOf, showFieldErrors } from '../../lib/field-errors.ts'
import { validatedBy } from '../../lib/form.ts'

interface CodeFormProps<Answer> {
  label: string
  go: string
  isDanger?: boolean
  send: (body: FactorCode) => Promise<Answer>
  onDone: (answer: Answer) => void
  /** Handles any error except a wrong code, which is shown at the field. */
  onFailed: (error: unknown) => void
  onCancel: () => void
}

export function CodeForm<Answer>({
  label,
  go,
  isDanger = false,
  send,
  onDone,
  onFailed,
  onCancel,
}: CodeFormProps<Answer>) {
  const form = useForm<FactorCode>({
    resolver: validatedBy(factorCode),
    defaultValues: { code: '' },
  })
  const { errors } = form.formState
  const act = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: (error) => {
      showFieldErrors(form, error)
      if (complaintsOf(error)['code'] === undefined) onFailed(error)
    },
  })
  return (
    <form
      noValidate
      className="grid max-w-md gap-4"
      onSubmit={(event) => void form.handleSubmit((values) => act.mutate(values))(event)}
    >
      <TextField
        label={label}
        autoComplete="one-time-code"
        autoCapitalize="none"
        required
        error={errors.code?.message}
        {...form.register('code')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone={isDanger ? 'danger' : 'primary'} pending={act.isPending}>
          {go}
        </Button>
        <Button onClick={onCancel}>{words.cancel}</Button>
      </div>
    </form>
  )
}
