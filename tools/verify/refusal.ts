/**
 * A refusal to run, as a sentence for the operator. Nothing was created, and nothing will be asked.
 */
export class Refusal extends Error {
  override name = 'Refusal'
}
