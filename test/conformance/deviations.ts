/** A known difference between a vendor's documentation and its API; not a bug of the product. */
export interface Deviation {
  vendor: 'servicem8' | 'fiken'
  finding: RegExp
  why: string
  source: string
  /** True when the finding occurs only for rows as live accounts return them, not as documented. */
  liveOnly?: true
  /**
   * True when editions of the vendor's document differ and only one of them leads to the finding.
   */
  oneEdition?: true
}

const OBSERVED = 'JSON types of live answers, dumped by others in February 2026'

export const DEVIATIONS: Deviation[] = [
  {
    vendor: 'fiken',
    finding: /answer 200 body \S*\/phoneNumber is write-only$/,
    why: 'the document marks a phone number as write-only; taken to be answered all the same, like the external key beside it. Not seen live',
    source: 'Fiken API v2, schemas company and contact',
  },
  {
    vendor: 'fiken',
    finding: /answer 200 body \S*\/memberNumberString is write-only$/,
    why: 'the document marks it as write-only, yet GET answers it: it is the external key that contacts are found by',
    source: 'seen live in demo companies, September 2026',
  },
  {
    vendor: 'fiken',
    finding: /answer 200 body \S*\/kid must be string$/,
    why: 'the KID is null unless the company has an agreement with its bank; the document knows no null',
    source: 'seen live in demo companies, September 2026',
  },
  {
    vendor: 'fiken',
    finding: /: answer (400|401|403|404) is not declared$/,
    why: 'no operation declares an error; the text names these for all of them',
    source: 'Fiken API v2, text, “Response code”',
  },
  {
    vendor: 'fiken',
    finding: /: answer 402 is not declared$/,
    why: 'a field of a module that the company does not pay for (projects) is answered with 402',
    source: 'seen live in demo companies, September 2026',
  },
  {
    vendor: 'fiken',
    finding: /: answer 500 is not declared$/,
    why: 'a draft uuid that was seen before is answered with 500 “duplikatfeil”',
    source: 'seen live in demo companies, September 2026',
  },
  {
    vendor: 'fiken',
    finding: /^POST \/oauth\/revoke: not in the document$/,
    why: 'ending a grant is described in the text only; the standard of the document has no field for it',
    source: 'Fiken API v2, text, “Authorization with OAuth2”',
  },
  {
    vendor: 'servicem8',
    finding: /^GET \/api_1.0\/Attachment\/\S+\.file: not in the document$/,
    why: 'the bytes of a file: the document has only the record about it',
    source: 'seen live in other integrations; ServiceM8’s PHP SDK writes to the same address',
  },
  {
    vendor: 'servicem8',
    finding: /: query \$filter is not declared$/,
    why: 'described in a guide that every list operation links to, not declared as a parameter',
    source: 'developer.servicem8.com/docs/filtering',
  },
  {
    vendor: 'servicem8',
    finding: /: query cursor is not declared$/,
    why: 'described in a guide, not declared as a parameter',
    source: 'developer.servicem8.com/docs/pagination',
  },
  {
    vendor: 'servicem8',
    finding: /^(GET|POST|DELETE) \/webhook_subscriptions\S*: not in the document$/,
    why: 'the Webhooks API stands beside the REST API, at the root of the host, and is left out of its document',
    source: 'developer.servicem8.com, Webhooks API; ServiceM8’s own n8n nodes',
  },
  {
    vendor: 'servicem8',
    finding: /answer 200 body \S*_uuid must match format "uuid" \(it is empty\)$/,
    why: 'no relation is written as empty text, which is no uuid',
    source: 'developer.servicem8.com/docs/field-types; seen in live rows, February 2026',
  },
  {
    vendor: 'servicem8',
    finding: /answer 200 body \S*\/email must match format "email" \(it is empty\)$/,
    why: 'no address is written as empty text, which is no address',
    source: 'seen in live rows, February 2026',
  },
  {
    vendor: 'servicem8',
    finding: /answer 200 body \S+ has a key that is not declared: invoice_date$/,
    why: 'newer than the document: the PHP SDK has it',
    source: 'github.com/servicem8/servicem8-php, src/Types, 28e5e9ab',
  },
  {
    vendor: 'servicem8',
    finding:
      /^POST \/material\/\{uuid\}\.json: request body \/ has a key that is not declared: active$/,
    why: 'a deleted record is restored by writing active 1, which only the text says; the schema of an update leaves the column out',
    source: 'api.json, text of every DELETE operation',
  },
  {
    vendor: 'servicem8',
    finding: /^GET \/job\.json: answer 429 body is text\/plain, not application\/json$/,
    why: 'the text of the document says that the body is text, its examples say JSON; our client reads both',
    source: 'api.json, “Limits and Throttling”',
  },
  {
    vendor: 'servicem8',
    finding: /^GET \/job\.json: answer 401 body is text\/plain, not application\/json$/,
    why: 'a request without any credential is answered in plain text, one with a wrong credential in JSON',
    source: 'seen live, August 2026',
  },
  {
    vendor: 'servicem8',
    finding: /: answer 402 is not declared$/,
    why: 'an account that is not in good standing (an expired trial) is answered with 402',
    source: 'developer.servicem8.com, status codes; seen live, July 2026',
  },
  {
    vendor: 'servicem8',
    finding:
      /answer 200 body \S*\/(invoice_sent|quote_sent) must be (integer|equal to one of the allowed values)$/,
    why: 'booleans on live accounts',
    source: OBSERVED,
    liveOnly: true,
  },
  {
    vendor: 'servicem8',
    finding: /answer 200 body \S*\/(payment_amount|price|cost) must be string$/,
    why: 'JSON numbers on live accounts, though decimal text on other objects',
    source: OBSERVED,
    liveOnly: true,
  },
  {
    vendor: 'servicem8',
    finding:
      /answer 200 body \S*\/(item_is_inventoried|is_default_tax_rate|is_deposit|requires_assignment) must be (integer|equal to one of the allowed values)$/,
    why: 'flags as text "0"/"1" on live accounts',
    source: OBSERVED,
    liveOnly: true,
  },
  {
    vendor: 'servicem8',
    finding:
      /answer 200 body \S*\/(use_description_for_invoicing|automatically_allocated|activity_was_recorded|activity_was_scheduled) must be string$/,
    why: 'flags as numbers on live accounts',
    source: OBSERVED,
    liveOnly: true,
  },
  {
    vendor: 'servicem8',
    finding: /answer 200 body \S*\/metadata must be string$/,
    why: 'false when empty on live accounts',
    source: OBSERVED,
    liveOnly: true,
  },
  {
    vendor: 'servicem8',
    finding: /answer 200 body \S*\/travel_time_in_seconds must be integer( \(it is empty\))?$/,
    why: 'text on live accounts',
    source: OBSERVED,
    liveOnly: true,
  },
  {
    vendor: 'servicem8',
    finding:
      /answer 200 body \S*\/is_individual must be (string|integer|equal to one of the allowed values)$/,
    why: 'text in one edition of the document, a number 0/1 in the other; a number on live accounts',
    source: 'npm servicem8 0.9.54, api.json; the same file in its repository, March 2026',
    oneEdition: true,
  },
  {
    vendor: 'servicem8',
    finding:
      /^GET \/materialbundle(\/\{uuid\})?\.json: answer 200 body \S*\/material_list\/\* has a key that is not declared: sort_order$/,
    why: 'newer than one edition of the document',
    source: 'api.json in the repository of the npm package, March 2026',
    oneEdition: true,
  },
]

/**
 * Returns the findings that no known deviation explains, and the known deviations that no longer
 * occur. Both lists should be empty.
 */
export function verdict(
  vendor: Deviation['vendor'],
  form: 'live' | 'published',
  findings: string[],
): { unexplained: string[]; stale: string[] } {
  const known = DEVIATIONS.filter(
    (one) => one.vendor === vendor && !(one.liveOnly && form === 'published'),
  )
  return {
    unexplained: [...new Set(findings)]
      .filter((finding) => !known.some((one) => one.finding.test(finding)))
      .sort(),
    stale: known
      .filter((one) => !one.oneEdition && !findings.some((finding) => one.finding.test(finding)))
      .map(({ finding, why }) => `${String(finding)}: ${why}`),
  }
}
