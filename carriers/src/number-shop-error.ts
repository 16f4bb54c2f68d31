/**
 * Why a carrier did not do what was asked with a number. `not_offered`: somebody else has it, or the account does not
 * · `lacks`: it sells none of this kind there · `refused`: it said no, in its own words · `key_refused`: it does not
 * know us · `away`: it was not reached, and certainly did nothing · `unanswered`: nobody knows whether it did it.
 */
export type NumberShopFailure = 'not_offered' | 'lacks' | 'refused' | 'key_refused' | 'away' | 'unanswered';

/** What a number shop rejects with. The message is a sentence for staff: for `refused`, the carrier's own. */
export class NumberShopError extends Error {
  override readonly name = 'NumberShopError';
  readonly failure: NumberShopFailure;

  constructor(failure: NumberShopFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}
