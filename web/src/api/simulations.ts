import type { simulationRoutes } from '@parley/contract/simulations';
import { queryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';

type Routes = typeof simulationRoutes;

const options = endpoint<Routes['options']>('GET', '/simulations/options');
const start = endpoint<Routes['start']>('POST', '/simulations');

/** What a simulation begins with. */
export type SimulationStart = Parameters<typeof startSimulation>[0];

/** Whether agents can be talked to in the browser, and heard by a recogniser. Connections may change it at any time. */
export const simulationOptionsQuery = queryOptions({
  queryKey: ['simulation-options'] as const,
  queryFn: ({ signal }) => call(options, { signal }),
  staleTime: 60_000,
});

/** Begins a simulated call; answers its id. It waits some seconds for the socket of this page. */
export async function startSimulation(
  body: Parameters<typeof call<Routes['start']>>[1]['body'],
): Promise<string> {
  return (await call(start, { body })).call_id;
}
