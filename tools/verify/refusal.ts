/**
 * A refusal to run, with a sentence for the operator. Nothing has been created, and no question is
 * asked.
 */
export class Refusal extends Error {
  override name = 'Refusal'
}
