import { PasswordField } from '../../ui/PasswordField.tsx'

const HINT = 'Minst 6 tegn. En setning du husker, er bedre enn et ord.'

/** The field for a password that is chosen here. */
export function NewPasswordField(props: Parameters<typeof PasswordField>[0]) {
  return <PasswordField autoComplete="new-password" required hint={HINT} {...props} />
}
