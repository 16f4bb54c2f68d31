import { z } from 'zod';
import { passwordMaxLength, passwordRules } from './password-rules.ts';
import { Role } from './roles.ts';
import { route } from './route.ts';

/** Name of the cookie that tells the client it is signed in. It carries no secret; the session is HttpOnly (ROUTE-5). */
export const sessionMarkerCookie = 'parley-signed-in';

export const NewPassword = z
  .string()
  .max(passwordMaxLength, `Password must be at most ${passwordMaxLength} characters`)
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
  workspace: z.object({
    id: z.string(),
    name: z.string(),
    /** End of the free trial (ISO 8601); null where there is none. */
    trial_ends_at: z.string().nullable(),
  }),
});
export type UserProfile = z.output<typeof UserProfile>;

export const Session = z.object({
  id: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  userAgent: z.string(),
  address: z.string(),
  /** Where the address is (ISO 3166-1 alpha-2); null for a private or unknown one. */
  country_code: z.string().nullable(),
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof Session>;

export const Email = z
  .string()
  .trim()
  .min(1, 'Email is required')
  .max(254)
  .pipe(z.email('Please enter a valid email'));

/** A thing was done, with a sentence for people. */
const Done = z.object({ success: z.literal(true), message: z.string() });

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
    summary: 'Creates an account and its workspace with a free trial, mails a code, and signs in.',
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
      /** Proof that a person signs up; asked for only where the installation has a site key (SIGNUP-3). */
      recaptchaToken: z.string().max(4_000).optional(),
    }),
    status: 201,
    answer: z.object({ user: UserProfile, token: z.string() }),
    errors: ['email_taken', 'recaptcha_refused', 'recaptcha_unavailable'],
    perMinute: 10,
  }),
  verifyEmail: route({
    method: 'POST',
    path: '/auth/verify-email',
    summary: 'Proves an email by the 6-digit code that was mailed to it.',
    tag: 'Accounts',
    access: 'public',
    body: z.object({
      email: Email,
      otp: z
        .string()
        .trim()
        .regex(/^\d{6}$/, 'Please enter the 6-digit code sent to your email.'),
    }),
    status: 200,
    answer: Done,
    errors: ['code_wrong'],
    perMinute: 20,
  }),
  resendOtp: route({
    method: 'POST',
    path: '/auth/resend-otp',
    summary: 'Mails a new code; the old one is void. The same answer whether the email is known or not.',
    tag: 'Accounts',
    access: 'public',
    body: z.object({ email: Email }),
    status: 200,
    answer: Done,
    perMinute: 10,
  }),
  forgotPassword: route({
    method: 'POST',
    path: '/auth/forgot-password',
    summary:
      'Mails a link to /forgot-password?token=… for a new password. The same answer whether the email is known or not.',
    tag: 'Accounts',
    access: 'public',
    body: z.object({ email: Email }),
    status: 200,
    answer: Done,
    perMinute: 10,
  }),
  resetPassword: route({
    method: 'POST',
    path: '/auth/reset-password',
    summary: 'Sets a new password by the token of a mailed link, once; every session of the user ends.',
    tag: 'Accounts',
    access: 'public',
    body: z.object({ token: z.string().min(1).max(200), password: NewPassword }),
    status: 200,
    answer: Done,
    errors: ['reset_link_invalid'],
    perMinute: 20,
  }),
  country: route({
    method: 'GET',
    path: '/auth/country',
    summary: 'The country of the visitor by their address, looked up in a table of our own.',
    tag: 'Accounts',
    access: 'public',
    status: 200,
    answer: z.object({ country_code: z.string().nullable() }),
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
