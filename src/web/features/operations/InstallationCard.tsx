import type { Operations } from '#shared/contracts/operations'
import { formatDateTime } from '#shared/dates'
import { Banner } from '../../ui/Banner.tsx'
import { Card } from '../../ui/Card.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Command } from './Command.tsx'
import { sizeText } from './figures.ts'
import { text } from './text.ts'

/** What runs here, what it has stored, and how that is kept safe. */
export function InstallationCard({ operations }: { operations: Operations }) {
  const { version, database } = operations
  const { applied, latest, missing, unknown } = database.migrations
  return (
    <Card id="database" title={text.installation}>
      <div className="grid grid-cols-1 gap-4">
        {missing > 0 && (
          <Banner tone="bad" title={text.missing(missing)}>
            {text.missingWhy}
            <Command>{text.commands.migrate}</Command>
          </Banner>
        )}
        {unknown > 0 && (
          <Banner tone="bad" title={text.unknownTitle(unknown)}>
            {text.unknownWhy}
            <Command>{text.commands.migrate}</Command>
          </Banner>
        )}
        <Facts
          facts={[
            [text.version, text.versionOf(version.number, version.commit)],
            [text.built, version.builtAt ? formatDateTime(version.builtAt) : text.unknown],
            [text.started, formatDateTime(version.startedAt)],
            [text.node, version.node],
            [text.role, text.roles[version.role]],
            [text.database, text.kinds[database.kind]],
            [text.size, sizeText(database.bytes)],
            [text.migrations, text.migrationsOf(applied, latest)],
            [
              text.backup,
              database.kind === 'embedded' ? (
                text.backups.embedded
              ) : (
                <>
                  {text.backups.postgres}
                  <Command>{text.commands.dump}</Command>
                </>
              ),
            ],
          ]}
        />
        {database.tables.length > 0 && <LargestTables tables={database.tables} />}
      </div>
    </Card>
  )
}

function LargestTables({ tables }: { tables: Operations['database']['tables'] }) {
  return (
    <table className="w-full border-t border-line text-sm">
      <caption className="pt-3 pb-1 text-left font-semibold">{text.tables}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{text.table}</th>
          <th scope="col">{text.size}</th>
        </tr>
      </thead>
      <tbody>
        {tables.map(({ name, bytes }) => (
          <tr key={name}>
            <th scope="row" className="py-0.5 text-left font-normal">
              <code className="wrap-anywhere">{name}</code>
            </th>
            <td className="py-0.5 text-right whitespace-nowrap tabular-nums">{sizeText(bytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
