const jobs = (count: number) => (count === 1 ? '1 jobb' : `${count} jobber`)
const total = (count: number, sum: string) => (count === 1 ? sum : `til sammen ${sum}`)

export const text = {
  title: 'Samlefaktura',
  jobs,
  loading: 'Laster...',
  loadError: 'Kunne ikke hente valget',
  tryAgain: 'Prøv igjen',
  cancel: 'Avbryt',
  /** How often, after "Samlefaktura". */
  everyMonth: (day: number) => (day === 31 ? 'siste dag i hver måned' : `den ${day}. hver måned`),
  /** After the above, of a day that February has not, or not always. */
  inFebruary: ' (i februar: siste dag)',
  everyWeek: (weekday: string) => `hver ${weekday}`,
  byHand: 'når du vil',
  weekdays: ['mandag', 'tirsdag', 'onsdag', 'torsdag', 'fredag', 'lørdag', 'søndag'],
  /** Of a site, before how often. */
  siteFollows: (headOffice: string) => `Følger ${headOffice}:`,
  alsoOf: (site: string) => `Gjelder også filialen ${site}.`,
  siteGets: (how: string) => `samlefaktura ${how}`,
  gathered: (count: number, sum: string) => `${jobs(count)} venter, ${total(count, sum)}`,
  noneGathered: 'ingen jobber venter',
  /** After what waits, on the drawer of a job that does not. */
  notAmong: 'Denne jobben er ikke med.',
  /** Of the customer's jobs, those that the draft would be made without. */
  outside: (count: number) => `${count} blir ikke med`,
  outsideOf: (count: number) => `${jobs(count)} blir ikke med`,
  outsideWhy: (count: number) =>
    count === 1 ? 'Samlefakturaen lages uten den.' : 'Samlefakturaen lages uten dem.',
  /** Of the same, where no draft is coming. */
  notSent: (count: number) => `${jobs(count)} er ikke overført`,
  notSentShort: (count: number) => `${count} er ikke overført`,
  showOutside: 'Vis hvilke',
  showOutsideOf: (count: number, name: string) =>
    `Vis ${count === 1 ? 'jobben' : `de ${count} jobbene`} til ${name} som ikke er overført`,
  showAll: (count: number) => `Vis alle ${count}`,
  sentence: (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`,
  choice: 'Når skal samlefakturaen lages?',
  choices: {
    off: { name: 'Ingen samlefaktura', means: 'Hver jobb overføres for seg.' },
    month: { name: 'Hver måned', means: 'På dagen du velger.' },
    week: { name: 'Hver uke', means: 'På ukedagen du velger.' },
    hand: { name: 'Når jeg vil', means: 'Du trykker «Lag samlefaktura nå».' },
  },
  day: 'Dag i måneden',
  dayName: (day: number) => (day === 31 ? '31. (siste dag)' : `${day}.`),
  lastInFebruary: 'I februar: siste dag.',
  weekday: 'Ukedag',
  byPurchaseOrder: 'Ett utkast for hvert PO-nummer',
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
    gathered: (count: number) => (count === 1 ? '1 jobb venter nå.' : `${count} jobber venter nå.`),
  },
  save: 'Lagre',
  endWith: (count: number) => `Slå av og overfør ${jobs(count)}`,
  saved: 'Valget er lagret',
  ended: 'Samlefaktura er slått av',
  saveFailed: 'Valget ble ikke lagret',
  preview: 'Forhåndsvis',
  previewOf: (name: string) => `Forhåndsvis samlefakturaen til ${name}`,
  previewTitle: 'Samlefakturaen nå',
  previewLoading: 'Bygger samlefakturaen...',
  previewError: 'Kunne ikke vise samlefakturaen',
  previewWhy: 'Slik ville den blitt nå. Jobbene hentes på nytt når den lages. Ingenting er sendt.',
  nothing: 'Ingen jobber venter på samlefaktura',
  nothingWhy: 'Kundens neste jobber samles her når de er fullført.',
  /** Of jobs that do not wait any more. */
  started: 'Samlefakturaen er satt i gang med disse jobbene',
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
  theirs: 'Total i ServiceM8',
  minus: 'Utelatte linjer',
  difference: 'Forskjell',
  equal: 'Stemmer med ServiceM8',
  make: 'Lag samlefaktura nå',
  makeOf: (name: string) => `Lag samlefaktura nå til ${name}`,
  confirmMake: (name: string) => `Lage samlefaktura til ${name} nå?`,
  confirmMakeChosen: 'Lage samlefaktura nå?',
  /** "5 jobber for 2 kunder, til sammen 12 400 kr, blir 3 utkast i Fiken." */
  becomes: (what: string, sum: string, made: string) => `${what}, ${sum}, blir ${made} i Fiken.`,
  jobsOf: (count: number, customers: number) =>
    `${jobs(count)} for ${customers === 1 ? '1 kunde' : `${customers} kunder`}`,
  total,
  made: {
    draft: (count: number) => (count === 1 ? 'ett utkast' : `${count} utkast`),
    invoice: (count: number) => (count === 1 ? 'én ferdig faktura' : `${count} ferdige fakturaer`),
  },
  noneNow: 'Ingen av jobbene kan være med nå',
  queued: (count: number) => `${jobs(count)} er satt i kø til samlefaktura`,
  follow: 'Følg samlefakturaen',
  /** Before it is made, and after. */
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
  waitsWith: 'Venter sammen med',
  sharesWith: 'På samme utkast:',
  invoicedWith: 'På samme faktura:',
  more: (count: number) => `og ${count} til`,
  dashboard: (count: number, sum: string) =>
    `${jobs(count)} venter på samlefaktura, ${total(count, sum)}`,
  /** Under what is not invoiced in all, of which they are a part. */
  dashboardPart: (count: number, sum: string) =>
    `Av det som ikke er fakturert, venter ${jobs(count)} på samlefaktura, ${total(count, sum)}`,
  dashboardAll: (count: number) =>
    count === 1
      ? 'Jobben som ikke er fakturert, venter på samlefaktura'
      : 'Alle jobbene som ikke er fakturert, venter på samlefaktura',
  dashboardOutside: (count: number) => `${count} av kundenes jobber blir ikke med.`,
  dashboardShowOutside: 'De som ikke blir med',
  next: (day: string) => `Den neste lages ${day}.`,
  noNext: 'Du lager den når du vil.',
  show: 'Vis jobbene',
} as const
