import { describe, expect, it } from 'vitest'
import { refusalOf, type Situation, type UserAct } from './refusal.ts'

const admin = { id: 'a', isActive: true, isAdmin: true }
const user = { id: 'u', isActive: true, isAdmin: false }
const ACTS: UserAct[] = ['activate', 'deactivate', 'grant', 'revoke', 'delete']
const TAKE: UserAct[] = ['deactivate', 'revoke', 'delete']

const refused = (change: Partial<Situation>) => {
  const refusal = refusalOf({
    act: 'delete',
    caller: admin,
    target: user,
    sendsBills: false,
    ...change,
  })
  return refusal && [refusal.status, refusal.code]
}

describe('an act of an administrator', () => {
  it.each(ACTS)('is allowed to do to another user: %s', (act) => {
    expect(refused({ act })).toBeNull()
    expect(refused({ act, target: { ...user, isActive: false, isAdmin: true } })).toBeNull()
  })

  it.each(ACTS)('is refused to who is none any more: %s', (act) => {
    expect(refused({ act, caller: { ...admin, isAdmin: false } })).toEqual([403, 'admin_required'])
    expect(refused({ act, caller: { ...admin, isActive: false } })).toEqual([
      401,
      'unauthenticated',
    ])
    expect(refused({ act, caller: undefined })).toEqual([401, 'unauthenticated'])
  })

  it.each(ACTS)('finds nobody where the user is gone: %s', (act) => {
    expect(refused({ act, target: undefined })).toEqual([404, 'not_found'])
  })

  it('takes nothing from oneself, and gives what one has', () => {
    for (const act of ACTS)
      expect(refused({ act, target: admin })).toEqual(
        TAKE.includes(act) ? [409, 'own_account'] : null,
      )
  })

  it('takes nothing from whose Fiken connection sends the bills', () => {
    for (const act of ACTS)
      expect(refused({ act, sendsBills: true })).toEqual(
        TAKE.includes(act) ? [409, 'billing_account'] : null,
      )
  })
})
