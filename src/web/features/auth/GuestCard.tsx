import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { text } from './text.ts'

export function GuestCard({
  title,
  intro,
  children,
}: {
  title: string
  intro?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="mx-auto w-full max-w-md py-2 sm:py-6">
      <title>{`${title} – Fakturabro`}</title>
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      {intro && <p className="mt-1 text-ink-2">{intro}</p>}
      <div className="mt-6 grid gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-6">
        {children}
      </div>
    </div>
  )
}

export function BackToLogin() {
  return (
    <Link
      to="/auth"
      className="prose-link inline-flex items-center justify-self-start pointer-coarse:min-h-11"
    >
      {text.backToLogin}
    </Link>
  )
}
