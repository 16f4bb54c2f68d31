import { z } from 'zod';
import { passwordRules } from './password-rules.ts';
import { Role } from './roles.ts';
import { route } from './route.ts';

/** Name of the cookie that tells the client it is signed in. It carries no secret; the session is HttpOnly (ROUTE-5). */
export const sessionMarkerCookie = 'parley-signed-in';

export const NewPassword = z
  .string()
  .max(128, 'Password must be at most 128 characters')
  .superRefine((value, context) => {
    for (const rule of passwordRules)
      if (!rule.test(value)) context.addIssue({ code: 'custom', message: rule.message });
  });

export const UserProfile = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string(),
  user_tz: z.string(),
  isEmailVerified: z.boolean(),
  permissions: z.array(z.string()),
  role: Role,
  workspace: z.object({ id: z.string(), name: z.string() }),
});
export type UserProfile = z.output<typeof UserProfile>;

export const Session = z.object({
  id: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  userAgent: z.string(),
  address: z.string(),
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof Session>;

const Email = z
  .string()
  .trim()
  .min(1, 'Email is required')
  .max(254)
  .pipe(z.email('Please enter a valid email'));

export const accountRoutes = {
  login: route({
    method: 'POST',
    path: '/auth/login',
    summary: 'Signs in with email and password; sets the session cookie.',
    tag: 'Accounts',
    access: 'public',
    body: z.object({ email: Email, password: z.string().min(1, 'Password is required').max(128) }),
    status: 201,
    answer: z.object({
      user: UserProfile,
      token: z.string().describe('The session as a bearer token, for scripts.'),
    }),
    errors: ['credentials_wrong'],
    perMinute: 20,
  }),
  register: route({
    method: 'POST',
    path: '/auth/register',
    summary: 'Creates an account and its workspace, and signs in.',
    tag: 'Accounts',
    access: 'public',
    body: z.object({
      email: z
        .string()
        .trim()
        .min(1, 'Email is required')
        .max(254)
        .pipe(z.email('Please enter a valid business email')),
      password: NewPassword,
      firstName: z.string().trim().min(1, 'First name is required').max(80),
      lastName: z.string().trim().min(1, 'Last name is required').max(80),
      phone: z.string().trim().min(10, 'Phone number must be at least 10 digits').max(20),
      countryCode: z.string().trim().min(1, 'Country code is required').max(6),
    }),
    status: 201,
    answer: z.object({ user: UserProfile, token: z.string() }),
    errors: ['email_taken'],
    perMinute: 10,
  }),
  logout: route({
    method: 'POST',
    path: '/auth/logout',
    summary: 'Ends the session of this request.',
    tag: 'Accounts',
    access: 'public',
    status: 200,
    answer: z.object({ success: z.literal(true) }),
  }),
  listSessions: route({
    method: 'GET',
    path: '/auth/sessions',
    summary: 'Lists the sessions of the signed-in user.',
    tag: 'Accounts',
    access: 'signed-in',
    status: 200,
    answer: z.object({ sessions: z.array(Session) }),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    summary: 'Ends one session of the signed-in user.',
    tag: 'Accounts',
    access: 'signed-in',
    params: z.object({ id: z.string().max(100) }),
    status: 200,
    answer: z.object({ success: z.literal(true) }),
    errors: ['session_not_found'],
  }),
  me: route({
    method: 'GET',
    path: '/users/me',
    summary: 'The profile of the signed-in user.',
    tag: 'Accounts',
    access: 'signed-in',
    status: 200,
    answer: UserProfile,
  }),
};
