import { z } from 'zod';
import { NewPassword, UserProfile } from './accounts.ts';
import { passwordMaxLength } from './password-rules.ts';
import { e164Pattern } from './phone.ts';
import { route } from './route.ts';

/** Path of everything a user may take along, below `/api/v1`: a JSON file, sent as it is read. */
export const accountExportPath = '/users/me/export';

/** A password that is checked, whatever rules held when it was made. */
const GivenPassword = z.string().min(1, 'Password is required').max(passwordMaxLength);

const TimeZone = z
  .string()
  .max(64)
  .refine((name) => name === '' || isTimeZone(name), 'This is not a time zone such as America/New_York.');

/** What users do with their own account. */
export const accountSettingsRoutes = {
  updateProfile: route({
    method: 'PATCH',
    path: '/users/me',
    summary: 'Changes the given fields of the profile. The email stays as it is.',
    tag: 'Accounts',
    access: 'signed-in',
    body: z
      .object({
        firstName: z.string().trim().min(1, 'First name is required').max(80),
        lastName: z.string().trim().min(1, 'Last name is required').max(80),
        phoneNumber: z
          .string()
          .trim()
          .max(20)
          .refine(
            (number) => number === '' || e164Pattern.test(number),
            'Give the number in international form, such as +14155550123.',
          ),
        user_tz: TimeZone,
      })
      .partial(),
    status: 200,
    answer: UserProfile,
    errors: ['profile_not_saved'],
  }),
  changePassword: route({
    method: 'POST',
    path: '/auth/change-password',
    summary: 'Sets a new password. Every other session of the user ends, this one stays.',
    tag: 'Accounts',
    access: 'signed-in',
    body: z.object({ currentPassword: GivenPassword, newPassword: NewPassword }),
    status: 200,
    answer: z.object({ success: z.literal(true), message: z.string() }),
    errors: ['password_wrong'],
    perMinute: 20,
  }),
  logoutAll: route({
    method: 'POST',
    path: '/auth/logout-all',
    summary: 'Ends every session of the user, this one too.',
    tag: 'Accounts',
    access: 'signed-in',
    status: 200,
    answer: z.object({ success: z.literal(true) }),
  }),
  deleteMe: route({
    method: 'DELETE',
    path: '/users/me',
    summary: 'Deletes the account, and each workspace that nobody else owns with everything in it.',
    tag: 'Accounts',
    access: 'signed-in',
    body: z.object({
      password: GivenPassword,
      /** Says yes to deleting a workspace in which others work. */
      deleteWorkspace: z.boolean().default(false),
    }),
    status: 200,
    answer: z.object({ success: z.literal(true) }),
    errors: ['password_wrong', 'workspace_has_members'],
    perMinute: 20,
  }),
};

/** Whether the runtime knows the name: an IANA time zone (https://www.iana.org/time-zones) or a link to one. */
function isTimeZone(name: string): boolean {
  // Offsets such as `+02:00` are taken by the runtime too, and are no time zone.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
