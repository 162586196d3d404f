export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 text-lg font-semibold tracking-tight">
      <svg
        aria-hidden
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        className="size-7 text-brand"
      >
        <path d="M2 17h20M4 17c1.5-7 4.500-10 8-10s6.500 3 8 10M8 17v-6.600M12 17V7M16 17v-6.600" />
      </svg>
      Fakturabro
    </span>
  )
}
