const jobs = (count: number) => (count === 1 ? '1 jobb' : `${count} jobber`)
const total = (count: number, sum: string) => (count === 1 ? sum : `til sammen ${sum}`)

export const text = {
  title: 'Samlefaktura',
  jobs,
  loadError: 'Kunne ikke hente valget',
  /** Words that follow the word "Samlefaktura". */
  everyMonth: (day: number) => (day === 31 ? 'siste dag i hver måned' : `den ${day}. hver måned`),
  weekdays: ['mandag', 'tirsdag', 'onsdag', 'torsdag', 'fredag', 'lørdag', 'søndag'],
  waiting: (count: number, sum: string) => `${jobs(count)} venter, ${total(count, sum)}`,
  outside: (count: number) => `${count} blir ikke med`,
  outsideOf: (count: number) => `${jobs(count)} blir ikke med`,
  outsideWhy: (count: number) =>
    count === 1 ? 'Samlefakturaen lages uten den.' : 'Samlefakturaen lages uten dem.',
  /** Texts used when no draft will be created. */
  notSent: (count: number) => `${jobs(count)} er ikke overført`,
  notSentShort: (count: number) => `${count} er ikke overført`,
  sentence: (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`,
  choices: {
    off: { name: 'Ingen samlefaktura', means: 'Hver jobb overføres for seg.' },
    month: { name: 'Hver måned', means: 'På dagen du velger.' },
    week: { name: 'Hver uke', means: 'På ukedagen du velger.' },
    hand: { name: 'Når jeg vil', means: 'Du trykker «Lag samlefaktura nå».' },
  },
  dayName: (day: number) => (day === 31 ? '31. (siste dag)' : `${day}.`),
  byPurchaseOrderWhy: {
    on: 'Jobber uten PO-nummer kommer sammen på ett utkast.',
    off: 'Alle jobbene kommer på ett utkast. PO-nummeret står ved hver jobb.',
  },
  follows: {
    off: 'Hver jobb overføres for seg.',
    released: (count: number) =>
      count === 1
        ? '1 jobb venter på samlefaktura. Den overføres for seg når du slår av.'
        : `${count} jobber venter på samlefaktura. De overføres hver for seg når du slår av.`,
    begins: 'Fra nå av venter jobbene på samlefaktura.',
    goesOn: 'Jobbene venter på samlefaktura.',
    waiting: (count: number) => (count === 1 ? '1 jobb venter nå.' : `${count} jobber venter nå.`),
  },
  endWith: (count: number) => `Slå av og overfør ${jobs(count)}`,
  preview: 'Forhåndsvis',
  previewOf: (name: string) => `Forhåndsvis samlefakturaen til ${name}`,
  several: {
    draft: (count: number) => `Det blir ${count} utkast`,
    invoice: (count: number) => `Det blir ${count} fakturaer`,
  },
  part: {
    draft: (number: number, of: number) => (of === 1 ? 'Utkastet' : `Utkast ${number} av ${of}`),
    invoice: (number: number, of: number) =>
      of === 1 ? 'Fakturaen' : `Faktura ${number} av ${of}`,
  },
  why: {
    recipient: () => 'egen mottaker',
    purchase_order: (order: string) => (order === '' ? 'uten PO-nummer' : `PO-nummer ${order}`),
    lines: () => 'høyst 200 linjer per utkast',
  },
  stopped: (count: number) =>
    count === 1 ? '1 jobb kan ikke være med nå' : `${count} jobber kan ikke være med nå`,
  make: 'Lag samlefaktura nå',
  jobsOf: (count: number, customers: number) =>
    `${jobs(count)} for ${customers === 1 ? '1 kunde' : `${customers} kunder`}`,
  total,
  made: {
    draft: (count: number) => (count === 1 ? 'ett utkast' : `${count} utkast`),
    invoice: (count: number) => (count === 1 ? 'én ferdig faktura' : `${count} ferdige fakturaer`),
  },
  queued: (count: number) => `${jobs(count)} er satt i kø til samlefaktura`,
  /** Text shown before the drafts are created; `leftOut` is shown afterwards. */
  leavesOut: (count: number) =>
    `${count} av de valgte jobbene venter ikke på samlefaktura, og blir ikke med.`,
  leftOut: (count: number) =>
    count === 1
      ? '1 av de valgte jobbene venter ikke på samlefaktura og er som før.'
      : `${count} av de valgte jobbene venter ikke på samlefaktura og er som før.`,
  makeFailed: 'Kunne ikke lage samlefakturaen',
  change: 'Endre',
  choose: 'Velg samlefaktura',
  changeOf: (name: string) => `Endre samlefaktura for ${name}`,
  none: (name: string) => `${name} får en faktura for hver jobb.`,
  gets: (name: string, how: string) => `${name} får samlefaktura ${how}.`,
  dashboard: (count: number, sum: string) =>
    `${jobs(count)} venter på samlefaktura, ${total(count, sum)}`,
  /** Text shown below the number of all uninvoiced jobs, which includes these jobs. */
  dashboardPart: (count: number, sum: string) =>
    `Av det som ikke er fakturert, venter ${jobs(count)} på samlefaktura, ${total(count, sum)}`,
  dashboardAll: (count: number) =>
    count === 1
      ? 'Jobben som ikke er fakturert, venter på samlefaktura'
      : 'Alle jobbene som ikke er fakturert, venter på samlefaktura',
  next: (day: string) => `Den neste lages ${day}.`,
  noNext: 'Du lager den når du vil.',
} as const
