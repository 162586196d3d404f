import type { ShownJob } from './put.ts'

/** Jobs that wait for the demo's user to complete them. */
export const READY_JOBS: readonly ShownJob[] = [
  {
    key: 'klar: bereder',
    shows: 'en vanlig jobb med varer, timer og en privatkunde',
    client: 'Åse Sæther',
    state: 'work order',
    daysAgo: 0.4,
    description: 'Bytte varmtvannsbereder 200 l',
    lines: [
      { name: 'Varmtvannsbereder 200 l', price: '9490', material: '3002' },
      { name: 'Rørlegger, time', quantity: '3', price: '895', material: 'TIME-RL' },
      { name: 'Bortkjøring av avfall', price: '450', material: 'Bortkjøring av avfall' },
    ],
  },
  {
    key: 'klar: toalett',
    shows: 'kundens PO-nummer, som følger med til Fiken',
    client: 'Vestkanten Eiendom AS',
    state: 'work order',
    daysAgo: 0.5,
    description: 'Montere vegghengt toalett i 3. etasje',
    po: 'VE-2208',
    lines: [
      { name: 'Toalett vegghengt', price: '5290', material: '2007' },
      { name: 'Innbyggingssisterne', price: '4190', material: '2009' },
      { name: 'Rørlegger, time', quantity: '5', price: '895', material: 'TIME-RL' },
    ],
  },
  {
    key: 'klar: kjøkken',
    shows: 'et PO-nummer som begynner med nuller',
    client: 'Bryggen Hotell Drift AS',
    state: 'work order',
    daysAgo: 0.6,
    description: 'Nytt kjøkkenbatteri i personalkantinen',
    po: '000982',
    lines: [
      { name: 'Kjøkkenbatteri høy tut', price: '2690', material: '2002' },
      { name: 'Rørlegger, time', quantity: '1.5', price: '895', material: 'TIME-RL' },
    ],
  },
  {
    key: 'klar: lekkasje',
    shows: 'priser som er skrevet med MVA',
    client: 'Kari Nordmann',
    state: 'work order',
    daysAgo: 0.7,
    description: 'Lekkasje under vask',
    lines: [
      { name: 'Oppmøte servicebil', price: '862.50', inclusive: true, material: 'OPPM' },
      { name: 'Vannlås kjøkken', price: '361.25', inclusive: true, material: '1034' },
    ],
  },
  {
    key: 'klar: borettslag',
    shows: 'en annen mottaker enn kunden, fra fakturaadressen',
    client: 'Kari Nordmann',
    state: 'work order',
    daysAgo: 0.8,
    description: 'Stake fellesrør i kjeller, faktura til borettslaget',
    billingAddress: 'Borettslaget Solsiden\nc/o Bergen Forvaltning\nPostboks 77\n5803 Bergen',
    lines: [
      { name: 'Høytrykksspyling, time', quantity: '2.5', price: '1490', material: '4004' },
      { name: 'Stakekamera, bruk', price: '1200', material: '4003' },
    ],
  },
  {
    key: 'klar: avdeling',
    shows: 'en avdeling, der hovedkontoret får fakturaen',
    client: 'Grieg avd. Fyllingsdalen',
    state: 'work order',
    daysAgo: 0.9,
    description: 'Bytte to radiatorventiler',
    po: '4500017781',
    lines: [
      { name: 'Radiatorventil', quantity: '2', price: '389.90', material: '3011' },
      { name: 'Rørlegger, time', quantity: '2', price: '895', material: 'TIME-RL' },
    ],
  },
  {
    key: 'klar: bakeri',
    shows: 'to MVA-satser på samme jobb',
    client: 'Nordnes Bakeri AS',
    state: 'work order',
    daysAgo: 1,
    description: 'Tett sluk i produksjonen',
    lines: [
      { name: 'Høytrykksspyling, time', quantity: '1', price: '1490', material: '4004' },
      { name: 'Drikkevann, kasse', quantity: '2', price: '189', rate: '15', material: '5002' },
    ],
  },
  {
    key: 'klar: ny kunde',
    shows: 'en kunde som kanskje ikke finnes i Fiken ennå',
    client: 'Jan Olsen',
    state: 'work order',
    daysAgo: 1.1,
    description: 'Montere lekkasjestopper',
    lines: [
      { name: 'Lekkasjestopper med sensor', price: '3490', material: '4001' },
      { name: 'Rørlegger, time', quantity: '2', price: '895', material: 'TIME-RL' },
    ],
  },
]
