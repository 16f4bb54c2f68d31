import type { ErrorRow } from './error-row.ts';

/** Errors of buying numbers and giving them back. */
export const numberShopsErrors = {
  number_shops_not_loaded: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'The carriers that sell numbers could not be loaded.',
  },
  numbers_not_searched: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'The search for numbers did not work. Please try again.',
  },
  number_purchase_unheard: {
    kind: 'SERVER_ERROR',
    status: 500,
    message:
      'No answer came, so it is not known whether the number was bought. Look at the list of numbers in a few minutes before you try again.',
  },
  number_return_unheard: {
    kind: 'SERVER_ERROR',
    status: 500,
    message:
      'No answer came, so it is not known whether the number was given back. The list of numbers tells in a few minutes.',
  },
  connection_sells_nothing: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: '{name} sells no numbers.',
  },
  number_shop_lacks: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: '{name} does not sell such numbers. Choose another country or kind.',
  },
  number_no_longer_offered: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message:
      '{number} is no longer for sale: somebody else was quicker. Nothing was charged. Choose another one.',
  },
  number_bought_homeless: {
    kind: 'SERVER_ERROR',
    status: 409,
    message:
      '{name} sold {number}, but it could not come into this workspace: the connection was removed meanwhile, or another workspace has the number. It costs money: look at it in your account there.',
  },
  number_already_ordered: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message:
      'The carrier has been asked about {number} already and has not answered yet. This takes a few minutes at most.',
  },
  number_not_bought: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: '{number} was not bought here, so it cannot be given back from here.',
  },
  number_shop_refused: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: '{name} refused: {reason}',
  },
  number_shop_key_refused: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: '{name} does not accept its key any more. Change the connection, then try again.',
  },
  number_shop_away: {
    kind: 'SERVER_ERROR',
    status: 502,
    message: '{name} cannot be reached at the moment. Nothing was changed. Please try again.',
  },
  number_order_unanswered: {
    kind: 'SERVER_ERROR',
    status: 502,
    message:
      '{name} has not answered yet, so it is not known whether it went through. It is looked after here: within a few minutes the list of numbers tells, and you need not order again.',
  },
} as const satisfies Record<string, ErrorRow>;
