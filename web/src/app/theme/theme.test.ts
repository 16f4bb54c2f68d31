import { expect, test } from 'vitest';
import { theme } from './theme.ts';

const defaultsOf = (name: string) => theme.components?.[name]?.defaultProps as Record<string, unknown>;

test('[SHELL-6] tooltips open after 100 ms; submenus after 100 ms of hover, with a grace of 300 ms', () => {
  expect(defaultsOf('Tooltip')).toMatchObject({ openDelay: 100 });
  // The triangle to the submenu would close it at once: the grace is time alone.
  expect(defaultsOf('MenuSub')).toMatchObject({ openDelay: 100, closeDelay: 300, safeAreaPolygon: false });
});
