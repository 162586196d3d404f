import type { Material } from '#clients/servicem8/types'
import { foldText } from '#shared/names'

/**
 * The words for labour that occur alone or at the end of a compound: "Rørleggerarbeid",
 * "Servicetime".
 */
const ENDINGS = [
  'arbeid',
  'arbeider',
  'arbeidstid',
  'time',
  'timer',
  'timepris',
  'timespris',
  'timesats',
  'montasje',
  'montering',
  'demontering',
  'montoer',
  'kjoering',
  'oppmoete',
  'fremmoete',
  'frammoete',
  'reise',
  'reisetid',
  'befaring',
  'utrykning',
  'roerlegger',
  'elektriker',
  'snekker',
  'toemrer',
  'laerling',
  'svenn',
  'labour',
  'labor',
] as const

/**
 * The words for labour that count only when they stand alone ("Maler" is a painter, "Malerkost" a
 * brush).
 */
const WORDS: ReadonlySet<string> = new Set([
  'arb',
  'maler',
  'murer',
  'bas',
  'hjelpearbeider',
  'hour',
  'hours',
  'service',
  'km',
])

/**
 * Returns true if a ServiceM8 item is labour rather than goods. ServiceM8 does not mark labour
 * rates, so an item with tracked stock counts as goods, and any other item counts as labour if a
 * word of its name or item number is, or ends in, one of the words above.
 */
export function isLabour(
  material: Pick<Material, 'name' | 'itemNumber' | 'isInventoried'>,
): boolean {
  if (material.isInventoried) return false
  const words = foldText(`${material.name} ${material.itemNumber}`).split(' ')
  return words.some((word) => WORDS.has(word) || ENDINGS.some((ending) => word.endsWith(ending)))
}

/** Returns true for free text without an item and for items that are labour ({@link isLabour}). */
export function isService(
  material: Pick<Material, 'name' | 'itemNumber' | 'isInventoried'> | null | undefined,
): boolean {
  return material ? isLabour(material) : true
}
