import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#shared/contract'
import { readOperator } from '#shared/contracts/public'
import { reading, useFirstAnswers } from '../../lib/query-client.ts'
import { Button } from '../../ui/Button.tsx'

/**
 * The page /privacy, open to everyone. The text is invisible but reserves its space until the
 * operator's name is loaded.
 */
export function PrivacyPage() {
  const operator = useQuery(reading(readOperator, {}))
  const isShown = useFirstAnswers([], [operator])
  return (
    <article className="mx-auto max-w-2xl">
      <title>{`${text.title} – Fakturabro`}</title>
      <h1 className="text-2xl font-semibold tracking-tight">{text.title}</h1>
      <p className="mt-1 text-ink-2">{text.intro}</p>
      <div className={isShown ? undefined : 'invisible'}>
        <section className="mt-6">
          <h2 className="mb-1.5 text-lg font-semibold">{text.operator}</h2>
          <Operator data={operator.data} isError={operator.isError} />
        </section>
        {text.sections.map((section) => (
          <section key={section.title} className="mt-6">
            <h2 className="mb-1.5 text-lg font-semibold">{section.title}</h2>
            {section.items.length === 1 ? (
              <p>{section.items[0]}</p>
            ) : (
              <ul className="grid list-disc gap-1 pl-5">
                {section.items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
        <Button asChild className="mt-8">
          <a href="/">{text.back}</a>
        </Button>
      </div>
    </article>
  )
}

interface OperatorState {
  data: AnswerOf<typeof readOperator> | undefined
  isError: boolean
}

function Operator({ data, isError }: OperatorState) {
  if (isError) return <p>{text.operatorUnknown}</p>
  return (
    <div className="min-h-12">
      {data && (
        <>
          <p>
            <strong className="font-semibold">{data.name}</strong> {text.operatorIs}{' '}
            {!data.isExample && text.answers}
          </p>
          {data.isExample ? (
            <p>{text.noAddress}</p>
          ) : (
            <address className="not-italic">
              {data.address}
              {' · '}
              <a
                className="prose-link inline-flex items-center pointer-coarse:min-h-11"
                href={`mailto:${data.email}`}
              >
                {data.email}
              </a>
            </address>
          )}
        </>
      )}
    </div>
  )
}

const text = {
  title: 'Personvern',
  intro: 'Hva Fakturabro lagrer, hvorfor, og hvor lenge.',
  back: 'Til forsiden',
  operator: 'Hvem er ansvarlig',
  operatorIs: 'er behandlingsansvarlig.',
  answers: 'Henvendelser besvares innen 72 timer.',
  operatorUnknown:
    'Den som driver denne installasjonen av Fakturabro, er behandlingsansvarlig. Navn og adresse kunne ikke hentes nå.',
  noAddress: 'Adressen er ikke oppgitt ennå.',
  sections: [
    {
      title: 'Hva vi lagrer',
      items: [
        'Kontoen din: navn, firma, adresse og e-postadresse, og passordet som en kode som ikke kan gjøres om til passordet igjen.',
        'Tilgangene til ServiceM8 og Fiken, kryptert. Passordene dine hos dem ser vi aldri.',
        'Slår du på totrinns innlogging: nøkkelen til den, kryptert, og gjenopprettingskodene slik at de ikke kan leses.',
        'Jobbene som overføres: kundens navn, adresse, telefon og e-post, jobbeskrivelse, linjer og beløp.',
        'Kopier av linjene, kontaktene og betalingene på jobbene i ServiceM8, så mange jobber kan overføres på én gang.',
        'Navnene på bildene og PDF-ene på jobber der du har valgt vedlegg, og hva som ble av hver. Selve filene er bare innom hos oss på vei til Fiken, eller når du ser på dem, og slettes med en gang.',
        'Kunde- og produktopplysninger som trengs for å kjenne igjen det samme i begge systemer.',
        'Abonnementet ditt og fakturaene du får fra oss.',
        'En logg over hva systemet har gjort, og hvem i firmaet som gjorde hva. Sletter du kontoen, står det «tidligere bruker» der.',
        'En sikkerhetslogg: innlogginger og forsøk på det, bytte av passord og e-postadresse og avsluttede tilganger, med tidspunkt, IP-adresse og hva slags nettleser det var. Også hvor du er logget inn.',
      ],
    },
    {
      title: 'Hvor lenge vi lagrer det',
      items: [
        'Overføringshistorikk, med navnene på vedleggene: 5 år. Jobbene på en samlefaktura slettes sammen, 5 år etter den siste.',
        'Pris- og lagerhistorikk for produktene: 5 år.',
        'Fakturaene du får fra oss: 5 år. Sletter du kontoen, beholder vi måned, beløp, fakturanummer og en kode laget av e-postadressen, så ingen måned faktureres to ganger. En faktura som ikke er laget ennå når du sletter kontoen, beholder navn og adresse til den er laget.',
        'Kopiene fra jobbene i ServiceM8: innholdet i 120 dager etter siste endring, og så bare at det finnes.',
        'Aktivitetslogg: 12 måneder. Der står også hva en administrator har gjort med en konto, med e-postadressen til den det gjelder, selv om kontoen er slettet.',
        'Feillogg: 30 dager.',
        'Sikkerhetslogg: 90 dager, også når kontoen slettes imens. Da står ingen e-postadresse der, bare den første bokstaven og domenet.',
        'Invitasjoner til et firma, med e-postadressen: 7 dager. I firmaets logg står det i 12 måneder hvilken adresse som ble invitert.',
        'Tilganger: til du trekker dem tilbake.',
        'Kontoen: til du sletter den.',
      ],
    },
    {
      title: 'Hvem som får opplysningene',
      items: [
        'ServiceM8 og Fiken, når du har koblet dem til, og bare det som trengs for å lage fakturaene dine. Har du valgt vedlegg, får Fiken dem også.',
        'Brønnøysundregistrene, når du slår opp en kunde, ditt eget firma eller et postnummer: det du skriver, og ikke hvem du er.',
        'De som den ansvarlige bruker til drift og til å sende e-post, bare for å levere tjenesten.',
        'Vi selger ingenting og deler ingenting med andre.',
      ],
    },
    {
      title: 'E-post fra oss',
      items: [
        'Varsler når noe stopper, og en ukesoppsummering. Begge slås av under Min profil.',
        'Beskjeder om passord og innlogging kan ikke slås av, fordi de verner kontoen din.',
      ],
    },
    {
      title: 'Informasjonskapsler',
      items: [
        'Vi bruker én, for å holde deg innlogget. Velger du lyst eller mørkt utseende, husker en til det valget. Ingen sporing, ingen innhold fra andre. Derfor får du heller ikke spørsmål om samtykke.',
      ],
    },
    {
      title: 'Rettighetene dine',
      items: [
        'Du kan be om innsyn, retting, utlevering og sletting. Under Min profil retter du selv, laster ned dataene dine, og sletter kontoen. Firmaets data laster eieren ned der, og sletter eieren kontoen, slettes firmaet også.',
        'Du kan klage til Datatilsynet.',
      ],
    },
  ],
} as const
