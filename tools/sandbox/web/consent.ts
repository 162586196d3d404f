import { html, page } from './html.ts'
import { tick } from './parts.ts'

export interface ConsentQuestion {
  vendorName: 'ServiceM8' | 'Fiken'
  app: string
  action: string
  subjectName: string
  subjects: { value: string; label: string }[]
  scopes: string[]
  /** The Fiken companies to tick, labelled with the names of the users who have access. */
  companies: { value: string; label: string; hasApi: boolean }[]
  hidden: Record<string, string>
}

export function consentPage(question: ConsentQuestion): string {
  const { scopes, companies } = question
  return page(
    `Gi tilgang til ${question.vendorName}`,
    html`<h1>${question.vendorName} (prøveversjon)</h1>
      <form method="post" action="${question.action}" class="card consent">
        ${Object.entries(question.hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <p><b>${question.app}</b> ber om tilgang til ${question.vendorName}-kontoen din.</p>
        <h2>Logg inn som</h2>
        ${question.subjects.map((subject, index) =>
          tick(
            'radio',
            { name: question.subjectName, value: subject.value, isOn: index === 0 },
            subject.label,
          ),
        )}
        ${
          companies.length > 0
            ? html`<h2>Foretak</h2>
                ${companies.map((company) =>
                  tick('checkbox', { name: 'companies', value: company.value, isOn: true }, [
                    company.label,
                    company.hasApi ? null : html` <span class="tag">uten API-modul</span>`,
                  ]),
                )}`
            : null
        }
        ${
          scopes.length > 0
            ? html`<details>
                <summary>Tilganger det bes om (${scopes.length})</summary>
                <p class="small mut">${scopes.join(' · ')}</p>
              </details>`
            : null
        }
        <div class="answer">
          <div class="acts">
            <button class="pri" name="decision" value="approve">Gi tilgang</button
            ><button name="decision" value="deny">Avslå</button>
          </div>
        </div>
      </form>
      <p class="small mut">
        Dette er en prøveversjon. Ingenting herfra når det ekte ${question.vendorName}.
      </p>`,
  )
}

export function errorPage(vendor: string, message: string): string {
  return page(
    `Feil fra ${vendor}`,
    html`<h1>Noe er galt med forespørselen</h1>
      <p class="card">${message}</p>`,
  )
}
