import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

interface TabsProps {
  label: string
  tabs: readonly { value: string; label: string; panel: ReactNode }[]
  value: string
  onValueChange: (value: string) => void
}

export function Tabs({ label, tabs, value, onValueChange }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onValueChange}>
      <Radix.List
        aria-label={label}
        className="mb-5 grid auto-cols-fr grid-flow-col gap-1 rounded-control bg-surface-2 p-1"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="min-h-9 rounded-md px-3 font-semibold text-ink-2 transition-colors hover:text-ink data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-card pointer-coarse:min-h-11"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} tabIndex={-1} className="outline-none">
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
