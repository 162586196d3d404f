import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { confirmPassword } from '#shared/contracts/auth'
import { ApiError, call, errorText } from '../../lib/api.ts'
import {
  answerPasswordQuestion,
  isPasswordAsked,
  subscribeToPasswordQuestion,
} from '../../lib/password-question.ts'
import { words } from '../../ui/words.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogButtons } from '../../ui/Dialog.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { text } from './text.ts'

/**
 * Asks for the password that a pending request requires; leaving the screen cancels the request.
 */
export function PasswordQuestion({ username }: { username: string }) {
  const asked = useSyncExternalStore(subscribeToPasswordQuestion, isPasswordAsked)
  useEffect(() => () => answerPasswordQuestion(false), [])
  return (
    <Dialog
      open={asked}
      onOpenChange={() => answerPasswordQuestion(false)}
      title={text.passwordAgain}
      description={text.passwordAgainWhy}
    >
      <Form username={username} />
    </Dialog>
  )
}

function Form({ username }: { username: string }) {
  const field = useRef<HTMLInputElement>(null)
  const confirm = useMutation({
    mutationFn: (password: string) => call(confirmPassword, { body: { password } }),
    onSuccess: () => answerPasswordQuestion(true),
    onError: () => {
      field.current?.focus()
      field.current?.select()
    },
  })
  const { error } = confirm
  const atField = error instanceof ApiError && error.status === 400 ? error.text : undefined
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!confirm.isPending) confirm.mutate(field.current?.value ?? '')
      }}
    >
      {error && atField === undefined && <Banner tone="bad" live title={errorText(error)} />}
      {/* Tells password managers which account the password belongs to. */}
      <input
        hidden
        readOnly
        type="email"
        name="username"
        autoComplete="username"
        value={username}
      />
      <PasswordField
        ref={field}
        name="password"
        autoComplete="current-password"
        required
        data-first
        error={atField}
      />
      <DialogButtons>
        <Button onClick={() => answerPasswordQuestion(false)}>{words.cancel}</Button>
        <Button type="submit" tone="primary" pending={confirm.isPending}>
          {text.passwordAgainGo}
        </Button>
      </DialogButtons>
    </form>
  )
}
