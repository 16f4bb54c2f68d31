import type { Config } from '../config.ts';

/** Why the process could not start, as a sentence for the operator. */
export function describeFailure(error: unknown, config: Pick<Config, 'host' | 'port'>): string {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  const place = `${config.host}:${config.port}`;
  if (syscall === 'listen' && code === 'EADDRINUSE')
    return `The address ${place} is in use by another program. Stop it, or choose another port with PORT.`;
  if (syscall === 'listen' && code === 'EACCES')
    return `This user may not listen on ${place}. Choose a port from 1024 on with PORT.`;
  if (syscall === 'listen' && code === 'EADDRNOTAVAIL')
    return `This machine has not the address ${config.host}. Set HOST to one of its own.`;
  return error instanceof Error ? error.message : String(error);
}
