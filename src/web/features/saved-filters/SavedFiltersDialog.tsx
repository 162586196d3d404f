import { Check, Trash2 } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import * as z from 'zod/mini'
import type { FilteredList, SavedFilter } from '#shared/contracts/saved-filters'
import { filterName } from '#shared/forms/saved-filter'
import { errorText } from '../../lib/api.ts'
import { May, useMay } from '../../lib/access/may.tsx'
import { words } from '../../ui/words.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { TextField } from '../../ui/Field.tsx'
import { useRemoveFilter, useSavedFilters, useSaveFilter } from './queries.ts'

const text = {
  title: 'Lagrede filtre',
  chooseFirst: 'Velg et filter i listen først. Så kan du lagre det her.',
  name: 'Navn',
} as const

export interface SavedFiltersProps {
  list: FilteredList
  query: string
  onChoose: (query: string) => void
  onClose: () => void
}

export function SavedFiltersDialog({ list, query, onChoose, onClose }: SavedFiltersProps) {
  const { data, error, isFetching, refetch } = useSavedFilters(list)
  const may = useMay()
  const [removed, setRemoved] = useState<SavedFilter | null>(null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text.title}
      description="Et filter du bruker ofte, med ditt eget navn på."
    >
      {data ? (
        <>
          {data.length > 0 ? (
            <Filters
              filters={data}
              query={query}
              onRemoved={setRemoved}
              onChoose={(chosen) => {
                onChoose(chosen)
                onClose()
              }}
            />
          ) : (
            <EmptyState
              title="Ingen lagrede filtre ennå"
              why={
                may('saved_filters') &&
                (query === '' ? text.chooseFirst : 'For eksempel «Feilet denne måneden»')
              }
            />
          )}
          {removed && <Removed filter={removed} list={list} onBack={() => setRemoved(null)} />}
          {query !== '' && may('saved_filters') && (
            <SaveForm key={query} list={list} query={query} filters={data} />
          )}
          {query === '' && data.length > 0 && may('saved_filters') && (
            <p className="mt-4 text-sm text-ink-2">{text.chooseFirst}</p>
          )}
        </>
      ) : (
        <NotLoaded
          why={error && errorText(error)}
          pending={isFetching}
          onRetry={() => void refetch()}
          rows={3}
          loading="Laster filtrene ..."
          failed="Kunne ikke hente filtrene"
        />
      )}
    </Dialog>
  )
}

interface FiltersProps {
  filters: readonly SavedFilter[]
  query: string
  onChoose: (query: string) => void
  onRemoved: (filter: SavedFilter) => void
}

function Filters({ filters, query, onChoose, onRemoved }: FiltersProps) {
  const remove = useRemoveFilter(onRemoved)
  return (
    <ul aria-label={text.title} className="-mx-2 max-h-72 overflow-y-auto">
      {filters.map((filter) => (
        <li key={filter.id} className="flex items-center gap-1">
          <button
            type="button"
            onClick={() => onChoose(filter.query)}
            className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-left hover:bg-surface-2"
          >
            <span className="min-w-0 flex-1 truncate">{filter.name}</span>
            {filter.query === query && (
              <span className="inline-flex items-center gap-1 text-sm text-ink-2">
                <Check aria-hidden className="size-4" />
                Vises nå
              </span>
            )}
          </button>
          <May act="saved_filters">
            <IconButton
              label={`Slett filteret «${filter.name}»`}
              pending={remove.isBusy(filter.id)}
              icon={<Trash2 aria-hidden className="size-4" />}
              onClick={() => remove.mutate(filter)}
            />
          </May>
        </li>
      ))}
    </ul>
  )
}

interface RemovedProps {
  filter: SavedFilter
  list: FilteredList
  onBack: () => void
}

/** A line that offers to restore a deleted filter, because deleting requires no confirmation. */
function Removed({ filter: { name, query }, list, onBack }: RemovedProps) {
  const save = useSaveFilter(list)
  return (
    <p className="mt-2 flex items-center justify-between gap-3 rounded-control bg-surface-2 py-1 pr-1 pl-3 text-sm">
      <span role="status" className="min-w-0 truncate">
        {`«${name}» er slettet`}
      </span>
      <Button
        size="sm"
        tone="ghost"
        pending={save.isPending}
        onClick={() => save.mutate({ name, query }, { onSuccess: onBack })}
      >
        {words.undo}
      </Button>
    </p>
  )
}

interface SaveFormProps {
  list: FilteredList
  query: string
  filters: readonly SavedFilter[]
}

function SaveForm({ list, query, filters }: SaveFormProps) {
  const [name, setName] = useState('')
  const [refused, setRefused] = useState<string>()
  const save = useSaveFilter(list)
  const taken = filters.some((known) => known.name === name.trim())
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const read = z.safeParse(filterName, { name })
    setRefused(read.error?.issues[0]?.message)
    if (!read.success) return
    save.mutate({ ...read.data, query }, { onSuccess: () => setName('') })
  }
  return (
    <form noValidate className="mt-4 grid gap-3 border-t border-line pt-4" onSubmit={submit}>
      <h3 className="font-semibold">Lagre det listen viser nå</h3>
      <div className="flex items-start gap-2">
        <TextField
          label={text.name}
          hideLabel
          placeholder={text.name}
          autoComplete="off"
          className="flex-1"
          hint={taken ? `«${name.trim()}» finnes fra før, og erstattes.` : undefined}
          error={refused}
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            setRefused(undefined)
          }}
        />
        <Button type="submit" tone="primary" pending={save.isPending}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}
