/** The components of the module that {@link overlays} loads. */
export { HoveringCard, HoveringTooltip } from './hovering.tsx'
export { Menu } from './Menu.tsx'
export { ConfirmPanel, DialogPanel, SheetPanel } from './panels.tsx'
export { Toaster } from './Toaster.tsx'
