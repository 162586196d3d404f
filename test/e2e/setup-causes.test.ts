import { revokeSubject } from '#sandbox/http/oauth-store'
import { changeLine } from '#sandbox/servicem8/workshop'
import type { FikenCompany } from '#sandbox/world/state'
import { saveConfiguration } from '#shared/contracts/configuration'
import { startTransfer } from '#shared/contracts/transfers/actions'
import { SETUP_CAUSES } from '../support/catalogue/transfers.ts'
import { walkEach } from '../support/catalogue/walks.ts'
import { newCustomer, readyCustomer } from '../support/people/customer.ts'
import { lineOf, quietly, rate } from '../support/people/finished-jobs.ts'
import { choose, connect, menu, saved, startFromMenu } from '../support/browser/screen.ts'
import { transferOf } from '../support/world/world.ts'
import { useStoppedTransfers } from '../support/browser/stopped-transfers.ts'

/** Tests causes in a connection or in a company's settings that block or hold a transfer. */

const { world, walked, row, finish, done, reads, open } = useStoppedTransfers(SETUP_CAUSES)

walkEach(
  SETUP_CAUSES,
  {
    'Fiken grant dead': async () => {
      const customer = await readyCustomer(world())
      const { user, account, company } = customer.tenant
      const { fiken, servicem8 } = world().vendors.state
      const page = await open(customer)
      revokeSubject(fiken.oauth, user.email)
      const first = finish(customer)
      await reads(row(page, first), 'Fiken grant dead')
      await page.getByRole('link', { name: 'Godkjenn Fiken på nytt' }).click()
      await connect(page, 'Fiken', user.email)
      await page.getByRole('dialog').getByRole('button', { name: 'Avbryt' }).click()
      await reads(row(page, first), 'company not chosen')
      await row(page, first).getByRole('button', { name: 'Velg selskap' }).click()
      const question = page.getByRole('dialog', { name: 'Velg selskap i Fiken' })
      await question
        .locator('option:checked', { hasText: company.info.name })
        .waitFor({ state: 'attached' })
      await question.getByRole('button', { name: 'Bekreft og prøv 1 jobb' }).click()
      await done(page, first)

      await customer.visitor.call(saveConfiguration, { body: { isActive: false } })
      const second = finish(customer)
      const waiting = await transferOf(customer.visitor, second.uuid, 'pending')
      await customer.visitor.call(saveConfiguration, { body: { isActive: true } })
      revokeSubject(servicem8.oauth, account.uuid)
      await customer.visitor.call(startTransfer, { params: { id: waiting.id } })
      await reads(row(page, second), 'ServiceM8 grant dead')
      await page.getByRole('link', { name: 'Godkjenn ServiceM8 på nytt' }).click()
      await connect(page, 'ServiceM8', account.vendor.name)
      const there = page.getByRole('dialog', { name: 'ServiceM8 er koblet til' })
      await there.getByRole('button', { name: 'Lukk' }).last().click()
      await done(page, second)

      await page.goto('/configuration#webhooks')
      await page
        .getByRole('button', { name: /^Slett webhooken/ })
        .first()
        .click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
      await reads(page.locator('body'), 'webhook inactive')
      await page.getByRole('button', { name: 'Registrer på nytt' }).click()
      await page.getByText('Ingen webhooks er registrert').waitFor({ state: 'detached' })
      await menu(page, 'Overføringer')
      await done(page, finish(customer))
    },
    'ServiceM8 grant dead': 'Fiken grant dead',
    'company not chosen': 'Fiken grant dead',
    'webhook inactive': 'Fiken grant dead',
    'no bank account': async () => {
      let banks: FikenCompany['bankAccounts'] = []
      const customer = await readyCustomer(world(), {
        mode: 'invoice',
        prepare: ({ company }) => {
          banks = company.bankAccounts
          Object.assign(company, {
            bankAccounts: [],
            invoiceCounter: null,
            verifiedBankAccounts: [],
          })
        },
      })
      const { company } = customer.tenant
      const job = finish(customer)
      const page = await open(customer)
      await reads(row(page, job), 'no bank account')
      company.bankAccounts = banks
      await row(page, job).getByRole('link', { name: 'Velg bankkonto' }).click()
      await saved(page, () => choose(page.getByLabel('Standard bankkonto'), 'Drift'))
      const again = async () => {
        await startFromMenu(row(page, job))
      }
      await menu(page, 'Overføringer')
      await again()
      await reads(row(page, job), 'missing number series')
      company.invoiceCounter = 10_000
      await again()
      await reads(row(page, job), 'bank account not verified')
      company.verifiedBankAccounts = banks.map(({ bankAccountNumber }) => bankAccountNumber ?? '')
      await again()
      await done(page, job)
      await row(page, job).getByText('faktura 10001').waitFor()
    },
    'missing number series': 'no bank account',
    'bank account not verified': 'no bank account',
    'VAT in an unregistered company': async () => {
      const small = await readyCustomer(world(), {
        prepare: ({ company }) => Object.assign(company.info, { vatType: 'no' }),
      })
      const job = finish(small)
      const page = await open(small)
      await reads(row(page, job), 'VAT in an unregistered company')
      await quietly(world(), () =>
        changeLine(world().vendors, small.tenant.account, lineOf(small, job).uuid, {
          tax_rate_uuid: rate(small, 0),
        }),
      )
      await startFromMenu(row(page, job))
      await done(page, job)

      const abroad = await readyCustomer(world(), {
        prepare: ({ account }) => Object.assign(account.vendor, { currency: 'EUR' }),
      })
      const foreign = finish(abroad)
      const theirs = await open(abroad)
      await reads(row(theirs, foreign), 'foreign currency')
      await row(theirs, foreign).getByRole('button', { name: 'Slett' }).click()
      await theirs.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
      await row(theirs, foreign).waitFor({ state: 'detached' })

      const second = await newCustomer(world())
      const other = await open(second, '/configuration')
      const button = other.getByRole('button', { name: 'Autoriser ServiceM8' })
      const popup = other.waitForEvent('popup')
      await button.click()
      const consent = await popup
      await consent.getByLabel(small.tenant.account.vendor.name).check()
      await consent.getByRole('button', { name: 'Gi tilgang' }).click()
      await reads(other.locator('body'), 'two users on one account')
      await connect(other, 'ServiceM8', second.tenant.account.vendor.name)
    },
    'foreign currency': 'VAT in an unregistered company',
    'two users on one account': 'VAT in an unregistered company',
  },
  [walked],
)
