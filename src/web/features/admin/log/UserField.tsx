import type { AdminUser } from '#shared/contracts/admin'
import { SelectField } from '../../../ui/Field.tsx'
import { nameOf } from '../admin-state.ts'
import { useUserNames } from '../queries.ts'
import { text } from '../text.ts'

interface UserFieldProps {
  /** The id of the user whose log is shown; '' means everybody's. */
  chosen: string
  onChoose: (id: string) => void
  className: string
}

const byName = (one: AdminUser, other: AdminUser) =>
  nameOf(one).localeCompare(nameOf(other), 'nb') || one.email.localeCompare(other.email)

/**
 * The choice of whose log is shown: everybody's, or one user's. Users who are not among the names
 * are chosen on their row.
 */
export function UserField({ chosen, onChoose, className }: UserFieldProps) {
  const options = useUserNames(chosen)
    .toSorted(byName)
    .map((user) => {
      const name = nameOf(user)
      return { value: user.id, label: name === user.email ? name : `${name} (${user.email})` }
    })
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen)
  return (
    <SelectField
      label={text.user}
      className={className}
      placeholder={text.allUsers}
      options={isKnown ? options : [{ value: chosen, label: text.goneUser }, ...options]}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    />
  )
}
