import { expect, test } from 'vitest';
import { displayName } from './display-name.ts';
import { hasSessionMarker } from './session.ts';

test('[ROUTE-5] only the presence of the marker cookie counts, whatever stands around it', () => {
  expect(hasSessionMarker('a=1; parley-signed-in=1; b=2')).toBe(true);
  expect(hasSessionMarker('parley-signed-in=')).toBe(true);
  expect(hasSessionMarker('')).toBe(false);
  expect(hasSessionMarker('x-parley-signed-in=1; parley-signed-in-too=1')).toBe(false);
});

test("[LOGIN-7] the name is the user's, else the email before the @, else User", () => {
  expect(displayName({ name: ' Dana ', email: 'd@x.io' })).toBe('Dana');
  expect(displayName({ name: '', email: 'dana.b@x.io' })).toBe('dana.b');
  expect(displayName({ name: null, email: '' })).toBe('User');
  expect(displayName({})).toBe('User');
});
