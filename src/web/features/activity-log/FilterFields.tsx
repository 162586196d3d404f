import { Search } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { ACTIVITY_TYPES } from '#shared/contracts/activity-log'
import { useSearchText } from '../../lib/search-text.ts'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { writeFilter, type LogFilter } from './log-filter-state.ts'
import { text } from './text.ts'

export function FilterFields({ filter }: { filter: LogFilter }) {
  const [, setSearch] = useSearchParams()
  const put = (key: keyof LogFilter, value: string) =>
    setSearch((now) => writeFilter(now, key, value), { replace: true, preventScrollReset: true })
  const [typed, setTyped] = useSearchText(filter.q, (value) => put('q', value))
  return (
    <search
      aria-label="Søk i loggen"
      className="mb-4 grid grid-cols-2 gap-3 rounded-card border border-line bg-surface p-4 sm:px-5 lg:grid-cols-[1fr_10rem_10rem_9.5rem_9.5rem]"
    >
      <TextField
        label="Søk"
        type="search"
        className="col-span-2 lg:col-span-1"
        placeholder="Jobbnummer eller tekst"
        maxLength={200}
        lead={<Search aria-hidden className="size-4" />}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField
        label="Type"
        placeholder="Alle typer"
        options={ACTIVITY_TYPES.map((value) => ({ value, label: text.types[value] }))}
        value={filter.type}
        onChange={(event) => put('type', event.target.value)}
      />
      <SelectField
        label="Resultat"
        placeholder="Alle"
        options={[
          { value: 'vellykket', label: text.succeeded },
          { value: 'feilet', label: text.failed },
        ]}
        value={filter.result}
        onChange={(event) => put('result', event.target.value)}
      />
      <TextField
        label="Fra dato"
        type="date"
        className="grid-cols-1"
        max={filter.to}
        value={filter.from}
        onChange={(event) => put('from', event.target.value)}
      />
      <TextField
        label="Til dato"
        type="date"
        className="grid-cols-1"
        min={filter.from}
        value={filter.to}
        onChange={(event) => put('to', event.target.value)}
      />
    </search>
  )
}
