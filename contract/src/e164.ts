import { z } from 'zod';
import { e164Pattern } from './phone.ts';

/** A phone number as code keeps it, such as `+14155550123`. Apart from phone.ts, which the web app loads without zod. */
export const E164 = z
  .string()
  .regex(e164Pattern, 'Give the number in international form, such as +14155550123.');
