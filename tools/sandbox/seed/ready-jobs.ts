import { goods } from './materials.ts'
import type { ShownJob } from './put.ts'

/** Work orders for people who try the sandbox to complete. */
export const READY_JOBS: readonly ShownJob[] = readyJobs([
  {
    key: 'klar: bereder',
    shows: 'en vanlig jobb med varer, timer og en privatkunde',
    client: 'Åse Sæther',
    description: 'Bytte varmtvannsbereder 200 l',
    lines: [goods('3002'), goods('TIME-RL', 3), goods('Bortkjøring av avfall')],
  },
  {
    key: 'klar: toalett',
    shows: 'kundens PO-nummer, som følger med til Fiken',
    client: 'Vestkanten Eiendom AS',
    description: 'Montere vegghengt toalett i 3. etasje',
    po: 'VE-2208',
    lines: [goods('2007'), goods('2009'), goods('TIME-RL', 5)],
  },
  {
    key: 'klar: kjøkken',
    shows: 'et PO-nummer som begynner med nuller',
    client: 'Bryggen Hotell Drift AS',
    description: 'Nytt kjøkkenbatteri i personalkantinen',
    po: '000982',
    lines: [goods('2002'), goods('TIME-RL', 1.5)],
  },
  {
    key: 'klar: lekkasje',
    shows: 'priser som er skrevet med MVA',
    client: 'Kari Nordmann',
    description: 'Lekkasje under vask',
    lines: [
      goods('OPPM', 1, { price: '862.50', inclusive: true }),
      goods('1034', 1, { price: '361.25', inclusive: true }),
    ],
  },
  {
    key: 'klar: borettslag',
    shows: 'en annen mottaker enn kunden, fra fakturaadressen',
    client: 'Kari Nordmann',
    description: 'Stake fellesrør i kjeller, faktura til borettslaget',
    billingAddress: 'Borettslaget Solsiden\nc/o Bergen Forvaltning\nPostboks 77\n5803 Bergen',
    lines: [goods('4004', 2.5), goods('4003')],
  },
  {
    key: 'klar: avdeling',
    shows: 'en avdeling, der hovedkontoret får fakturaen',
    client: 'Grieg avd. Fyllingsdalen',
    description: 'Bytte to radiatorventiler',
    po: '4500017781',
    lines: [goods('3011', 2), goods('TIME-RL', 2)],
  },
  {
    key: 'klar: bakeri',
    shows: 'to MVA-satser på samme jobb',
    client: 'Nordnes Bakeri AS',
    description: 'Tett sluk i produksjonen',
    lines: [goods('4004'), goods('5002', 2, { rate: '15' })],
  },
  {
    key: 'klar: ny kunde',
    shows: 'en kunde som kanskje ikke finnes i Fiken ennå',
    client: 'Jan Olsen',
    description: 'Montere lekkasjestopper',
    lines: [goods('4001'), goods('TIME-RL', 2)],
  },
])

function readyJobs(jobs: Omit<ShownJob, 'state' | 'daysAgo'>[]): ShownJob[] {
  return jobs.map((job, index) => ({ ...job, state: 'work order', daysAgo: (index + 4) / 10 }))
}
