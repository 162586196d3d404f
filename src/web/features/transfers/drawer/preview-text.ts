export const text = {
  title: 'Utkastet',
  sent: 'Slik ble det sendt til Fiken',
  invoiced: 'Slik ble det sendt til Fiken, og fakturert',
  planned: 'Slik ville det blitt nå. Ingenting er sendt.',
  stale: 'ServiceM8 svarer ikke nå, så jobben vises slik den sist ble hentet.',
  show: 'Se utkastet',
  showWhy: 'Jobben hentes og utkastet bygges, men ingenting sendes.',
  loading: 'Bygger utkastet...',
  /** Of a job that goes, or would go, on its customer's collective draft: this is a part of that one. */
  part: {
    title: 'Jobbens del av samlefakturaen',
    planned: {
      waits:
        'Slik ville jobbens linjer blitt nå. De kommer på samlefakturaen sammen med de andre jobbene. Ingenting er sendt.',
      joins:
        'Slik ville jobbens linjer blitt nå. De kommer på kundens neste samlefaktura når jobben startes. Ingenting er sendt.',
    },
    showWhy: {
      waits: 'Jobben får ikke et eget utkast. Den kommer på kundens samlefaktura.',
      joins:
        'Jobben får ikke et eget utkast. Den kommer på kundens neste samlefaktura når den startes.',
    },
    show: 'Se jobbens del',
    ok: 'Klar for samlefakturaen',
  },
  failed: 'Kunne ikke vise utkastet',
  tryAgain: 'Prøv igjen',
  ok: 'Klart til å sendes',
  stops: (count: number) => (count === 1 ? 'Én ting stopper det' : `${count} ting stopper det`),
  stillStops: 'Det som står øverst, stopper det fortsatt',
  print: 'Skriv ut',
  /** What a saved PDF is called. */
  printName: (job: string) => `${job.replace('#', '')}, forhåndsvisning av utkast`,
  how: 'Kunden i Fiken',
  email: 'E-post',
  leaveOut: 'Utelat',
  leaveOutName: (line: string) => `Utelat linjen ${line}`,
  putBack: 'Ta med igjen',
  putBackName: (line: string) => `Ta med igjen linjen ${line}`,
  theirs: 'Total i ServiceM8',
  minus: 'Utelatte linjer',
  deposit: 'Forskudd, fakturert før',
  difference: 'Forskjell',
  equal: 'Stemmer med ServiceM8',
  moved: {
    title: 'Kunden har en annen adresse i Fiken',
    why: (inFiken: string, inServiceM8: string) =>
      `Fiken har ${inFiken}. I ServiceM8 er den ${inServiceM8}.`,
    change: 'Endre adressen i Fiken',
    failed: 'Adressen ble ikke endret',
  },
  toast: {
    leftOut: 'Varelinje slettet',
    leaveFailed: 'Kunne ikke utelate linjen',
    putBack: 'Varelinjen er tatt med igjen',
    putBackFailed: 'Kunne ikke ta med linjen igjen',
    undone: (jobs: number) => (jobs > 1 ? 'Samlefakturaen er angret' : 'Overføringen er angret'),
    undoing: (jobs: number) =>
      jobs > 1 ? 'Samlefakturaen blir angret' : 'Overføringen blir angret',
    undoFailed: 'Kunne ikke angre',
  },
  undo: 'Angre',
  confirmUndo: (job: string, jobs: number) =>
    jobs > 1 ? `Angre samlefakturaen for ${jobs} jobber?` : `Angre overføringen av ${job}?`,
  confirmUndoWhy: (jobs: number) =>
    `Utkastet slettes i Fiken, og ${jobs > 1 ? `${jobs === 2 ? 'begge' : `alle ${jobs}`} jobbene venter på deg under Overføringer. De kommer ikke på neste samlefaktura før du tar dem med igjen` : 'jobben venter på deg her'}. Har noen endret eller fakturert utkastet, blir det liggende.`,
  undoConfirm: 'Slett utkastet',
} as const
