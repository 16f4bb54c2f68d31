import type { Config } from '../config.ts';
import type { RunningProcess } from './run-process.ts';

/** What the operator reads in the terminal when the product has started. */
export function announce(config: Config, running: RunningProcess): string {
  const { demoSignIn, addresses } = running;
  const url = config.publicUrl.replace(/:0$/, `:${running.port}`);
  const roles = [...config.roles].join(', ');
  const lines = [
    `${config.links.productName} is running: ${url}`,
    ...(roles === 'api, calls, dialer, jobs' ? [] : [`  Roles     ${roles}`]),
    ...(demoSignIn ? [`  Sign in   ${demoSignIn.email}`, `  Password  ${demoSignIn.password}`] : []),
    ...addresses.map(({ number, address }) => `  Ring      ${address}  (${number})`),
  ];
  return `\n${lines.join('\n')}\n`;
}
