import { pick, type Random } from '../world/random.ts'
import type { SeedClient } from './clients.ts'
import type { SeedMaterial } from './materials.ts'
import type { JobState, SeedJob, SeedLine } from './put.ts'

const WORK = [
  'Byttet blandebatteri på bad',
  'Service på varmtvannsbereder',
  'Tett avløp på kjøkken',
  'Montert lekkasjestopper',
  'Skiftet stoppekran',
  'Nytt toalett',
  'Luftet og balansert radiatorer',
  'Utbedret lekkasje i rørskap',
  'Opplegg for oppvaskmaskin',
  'Kontroll av sluk og membran',
] as const

const STATES: readonly JobState[] = [
  'paid',
  'paid',
  'paid',
  'paid',
  'approved',
  'completed',
  'unsuccessful',
  'quote',
  'paid',
  'work order',
]

export function historyJobs(
  random: Random,
  clients: readonly SeedClient[],
  materials: readonly SeedMaterial[],
  count: number,
): SeedJob[] {
  return Array.from({ length: count }, (_, index) => {
    const daysAgo = Math.round(360 - (index * 335) / count) + 0.3
    const isRecent = daysAgo < 60
    const state = isRecent
      ? pick(random, STATES)
      : pick(random, ['paid', 'paid', 'paid', 'unsuccessful'] as const)
    return {
      key: `historikk ${index + 1}`,
      client: pick(random, clients).name,
      state,
      daysAgo,
      description: pick(random, WORK),
      po: random() < 0.3 ? String(Math.floor(random() * 99_999)).padStart(6, '0') : '',
      lines: randomLines(random, materials),
    }
  })
}

function randomLines(random: Random, materials: readonly SeedMaterial[]): SeedLine[] {
  const [labourNumber, labour, labourPrice] = materials[0] ?? ['', 'Arbeid', 895]
  const lines: SeedLine[] = [
    {
      name: labour,
      quantity: String(Math.ceil(random() * 16) / 4),
      price: String(labourPrice),
      material: labourNumber || labour,
    },
  ]
  const parts = 1 + Math.floor(random() * 4)
  for (let part = 0; part < parts; part += 1) {
    const [number, name, price] = pick(random, materials.slice(1))
    lines.push({
      name,
      quantity: String(1 + Math.floor(random() * 3)),
      price: String(price),
      material: number || name,
    })
  }
  return lines
}
