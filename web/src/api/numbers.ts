import { AppError } from '@parley/contract/errors';
import { numberPageSize } from '@parley/contract/number-rules';
import type { numberRoutes, PhoneNumber } from '@parley/contract/numbers';
import type { RouteAnswer, RouteRequest } from '@parley/contract/route';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';

type Routes = typeof numberRoutes;

const list = endpoint<Routes['list']>('GET', '/phone-numbers');
const overview = endpoint<Routes['overview']>('GET', '/phone-numbers/overview');
const create = endpoint<Routes['create']>('POST', '/phone-numbers');
const save = endpoint<Routes['save']>('PUT', '/phone-numbers/{id}');
const awaitTestRing = endpoint<Routes['awaitRing']>('POST', '/phone-numbers/{id}/test-ring');
const remove = endpoint<Routes['remove']>('DELETE', '/phone-numbers/{id}');

/** Key of everything about numbers: invalidating it refreshes all of it. */
export const numbersKey = ['numbers'] as const;

/** All phone numbers of the workspace. */
export const numberListQuery = queryOptions({
  queryKey: numbersKey,
  queryFn: async ({ signal }) => (await call(list, { signal })).data,
});

export type NumberPage = { numbers: readonly PhoneNumber[]; total: number };

/** One page of the table (NUM-1), from 1. An answer of another form is told as such (NUM-4). */
export const numberPageQuery = (page: number) =>
  queryOptions({
    queryKey: [...numbersKey, 'page', page],
    queryFn: async ({ signal }): Promise<NumberPage> => {
      const answer: unknown = await call(list, { query: { page, page_size: numberPageSize }, signal });
      if (!isPage(answer)) throw AppError.of('numbers_malformed');
      return { numbers: answer.data, total: answer.total };
    },
    placeholderData: keepPreviousData,
    retry: (failures, error) => failures < 3 && !isFinal(error),
  });

/** What was refused, or has another form, will be no better in a second. */
function isFinal(error: Error): boolean {
  if (!(error instanceof AppError)) return false;
  return error.code === 'numbers_malformed' || (error.status >= 400 && error.status < 500);
}

function isPage(answer: unknown): answer is RouteAnswer<Routes['list']> {
  if (typeof answer !== 'object' || answer === null) return false;
  const { data, total } = answer as Record<string, unknown>;
  return (
    Array.isArray(data) &&
    Number.isInteger(total) &&
    data.every((each) => typeof each?.id === 'string' && typeof each?.phone === 'string')
  );
}

/** How the numbers did, and what can be added. */
export const numberOverviewQuery = queryOptions({
  queryKey: [...numbersKey, 'overview'],
  queryFn: ({ signal }) => call(overview, { signal }),
});

export async function addSimulatedNumber(body: RouteRequest<Routes['create']>['body']): Promise<PhoneNumber> {
  return (await call(create, { body })).data;
}

export async function saveNumber(
  id: string,
  body: RouteRequest<Routes['save']>['body'],
): Promise<PhoneNumber> {
  return (await call(save, { params: { id }, body })).data;
}

export async function deleteNumber(id: string): Promise<void> {
  await call(remove, { params: { id } });
}

/** Waits for a call to the number through its trunk. */
export async function awaitRing(id: string): Promise<PhoneNumber> {
  return (await call(awaitTestRing, { params: { id } })).data;
}
