import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#shared/contract'
import { readOperator } from '#shared/contracts/public'
import { reading, useFirstAnswers } from '../../lib/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { text } from './text.ts'

/**
 * The page /privacy, open to everybody. The operator's name stands first; the text below keeps its
 * place unseen until the name is known, so that nothing jumps.
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

/** The operator's name and address; its height is reserved while they are unknown. */
function Operator({ data, isError }: OperatorState) {
  if (isError) return <p>{text.operatorUnknown}</p>
  return (
    <div className="min-h-12">
      {data && (
        <>
          <p>
            <strong className="font-semibold">{data.name}</strong> {text.operatorIs}
          </p>
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
        </>
      )}
    </div>
  )
}
