export const FRAME = 'md:grid md:min-h-dvh md:grid-cols-[16.5rem_minmax(0,1fr)]'
export const SIDE = 'hidden border-r border-line md:block'
export const SIDE_LOGO = 'px-2.5 pb-5'
export const SIDE_INSIDE = 'sticky top-0 flex h-dvh flex-col overflow-y-auto px-3 py-5'
export const PHONE_BAR =
  'sticky top-0 z-20 flex items-center justify-between border-b border-line bg-surface pt-[calc(0.375rem+env(safe-area-inset-top))] pr-2 pb-1.5 pl-4 md:hidden print:hidden'
export const MAIN = 'w-full max-w-295 flex-1 outline-none'
export const MAIN_BESIDE_MENU =
  'px-4 pt-5 pb-[calc(4rem+var(--above-bottom-bar))] sm:px-6 md:px-8 md:pt-7'
