/** A sentence for the operator: nothing was made, and nothing will be asked. */
export class Refusal extends Error {
  override name = 'Refusal'
}
