import { AppError } from '@parley/contract/errors';
import type { HttpServer } from '../../platform/http/http.ts';
import type { CarrierServices } from './carrier-services.ts';

/**
 * Where the machines of carriers reach this process: what they tell by HTTP, and the sound of calls that comes by
 * WebSocket. Only processes with lines have these doors; the carrier decides who is let in.
 */
export function mountNetworkDoors(
  http: Pick<HttpServer, 'mountWebhook' | 'mountNetworkSocket'>,
  carriers: Pick<CarrierServices, 'get'>,
): void {
  http.mountWebhook('/carriers/{carrier}/{connection}/{event}', async ({ params, ...webhook }) => {
    const { carrier = '', connection = '', event = '' } = params;
    const service = carriers.get(carrier);
    const answer = await service?.acceptWebhook?.({ ...webhook, connectionId: connection, event });
    if (answer === undefined) throw AppError.of('webhook_unproved');
    return answer;
  });
  http.mountNetworkSocket('/carriers/{carrier}/media/{name}', {
    admit({ carrier = '', name = '' }) {
      if (!carriers.get(carrier)?.awaitsNetworkSocket?.(name)) throw AppError.of('webhook_unproved');
    },
    onOpen({ carrier = '', name = '' }, socket) {
      carriers.get(carrier)?.acceptNetworkSocket?.(name, socket);
    },
  });
}
