/** An error for a refusal to run, before anything is created, with a sentence for the operator. */
export class Refusal extends Error {
  override name = 'Refusal'
}
