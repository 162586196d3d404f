import { globSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../contract.ts'
import { type Act, ACTS, mayAsk, mayDo, type Role, ROLES } from './roles.ts'

const SHARED = path.join(import.meta.dirname, '..')
const exported: unknown[] = []
for (const file of globSync('contracts/**/*.ts', { cwd: SHARED }))
  if (!file.endsWith('.test.ts'))
    exported.push(...Object.values((await import(path.join(SHARED, file))) as object))
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value
const endpoints = exported.filter(isEndpoint)
const ofUsers = endpoints.flatMap((each) => (each.access === 'user' ? [each] : []))

const may = (role: Role) => ACTS.filter((act) => mayDo(role, act))

describe('what a role may do', () => {
  test('an owner may do everything, and a reader only read', () => {
    expect(may('owner')).toEqual(ACTS)
    expect(may('reader')).toEqual([])
    expect(mayAsk('reader', 'read')).toBe(true)
    expect(mayAsk('reader', 'self')).toBe(true)
  })

  test('an accountant keeps the books and their own connection', () => {
    expect(may('accountant')).toEqual([
      'transfers',
      'deposits',
      'customers',
      'reconciliation',
      'vat',
      'account_rules',
      'bank_account',
      'connect_fiken',
      'renew_fiken',
      'saved_filters',
    ])
  })

  test('staff do the daily work, and renew a connection that has ended', () => {
    expect(may('staff')).toEqual([
      'transfers',
      'customers',
      'products',
      'bank_account',
      'configuration',
      'renew_servicem8',
      'renew_fiken',
      'saved_filters',
    ])
  })

  test.each<Act>([
    'first_activation',
    'disconnect',
    'change_fiken_company',
    'invoice_mode',
    'members',
    'company_details',
    'subscription',
    'company_export',
  ])('only an owner may do %s', (act) => {
    expect(ROLES.filter((role) => mayDo(role, act))).toEqual(['owner'])
  })

  test('whoever may connect a system may also renew its connection', () => {
    for (const role of ROLES)
      for (const vendor of ['servicem8', 'fiken'] as const)
        if (mayDo(role, `connect_${vendor}`)) expect(mayDo(role, `renew_${vendor}`)).toBe(true)
  })
})

describe('the calls', () => {
  test('a call that a reader may send changes nothing of the company', () => {
    const writes = ofUsers.flatMap((each) =>
      each.method !== 'GET' && each.act === 'read' ? [each] : [],
    )
    expect(writes.map(({ path: address }) => address)).toEqual([
      '/api/account-rules/trial',
      '/api/collective/forecast',
      // A member's own choice of mails about the company.
      '/api/notification-preferences',
      '/api/product-sync/import/preview',
    ])
    for (const { changes } of writes) expect(changes).toEqual([])
  })

  test('what concerns the person alone changes nothing that others see of the company', () => {
    const seen = ofUsers.flatMap((each) =>
      each.act === 'self' && each.method !== 'GET' && each.changes.length > 0 ? [each] : [],
    )
    // Except what the person does with their own grant at Fiken, which companies use.
    expect(seen.map(({ method, path: address }) => `${method} ${address}`)).toEqual([
      'POST /api/fiken/pairings',
      'DELETE /api/grants/:id',
    ])
  })

  test('what the reader may not read is the owner’s', () => {
    const kept = ofUsers.filter(({ method, act }) => method === 'GET' && !mayAsk('reader', act))
    expect(kept.map(({ path: address }) => address)).toEqual([
      '/api/servicem8/auth-url',
      '/api/fiken/auth-url',
      '/api/fiken/offers',
      '/api/profile/export/status',
    ])
  })

  test('every act is asked for by a call, or by the handler of one', () => {
    const declared = new Set(ofUsers.flatMap(({ act }) => act))
    expect(ACTS.filter((act) => !declared.has(act)).toSorted()).toEqual([
      'company_details',
      'first_activation',
      'invoice_mode',
    ])
  })
})
