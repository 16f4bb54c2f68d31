import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useUser } from './user-provider.tsx';

function Greeting(): string {
  return useUser().user?.name ?? '';
}

test('[SHELL-7] the user is only there inside its provider', () => {
  expect(() => renderToString(createElement(Greeting))).toThrow('useUser must be used within a UserProvider');
});
