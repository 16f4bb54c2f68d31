import type { Mail } from '../../platform/mail/mail.ts';
import { codeMinutes, linkMinutes } from './mailed-secrets.ts';

/** Who writes, and where the links of the mails lead. */
export type MailBrand = { productName: string; publicUrl: string };

type Recipient = { email: string; firstName: string };

/** VERIFY-1: the code, and a link that carries it to the screen that asks for it. */
export function codeMail({ productName, publicUrl }: MailBrand, to: Recipient, code: string): Mail {
  return {
    to: to.email,
    subject: `${code} is your ${productName} code`,
    text: paragraphs(
      greeting(to),
      `Your code for ${productName} is:`,
      code,
      `Enter it where it is asked for, or open this link while you are signed in:\n${publicUrl}/app/verify-email?code=${code}`,
      `It is good for ${codeMinutes} minutes and works once. If you did not sign up, you need do nothing.`,
    ),
  };
}

/** FORGOT-1. */
export function resetMail({ productName, publicUrl }: MailBrand, to: Recipient, token: string): Mail {
  return {
    to: to.email,
    subject: `Set a new password for ${productName}`,
    text: paragraphs(
      greeting(to),
      `Somebody, hopefully you, asked for a new password for ${productName}. Set it here:`,
      `${publicUrl}/forgot-password?token=${token}`,
      `The link is good for ${linkMinutes} minutes and works once. If it was not you, you need do nothing: your password stays as it is.`,
    ),
  };
}

/** Tells the owner of an account that its password was changed, so that a thief cannot do so unseen. */
export function passwordChangedMail({ productName, publicUrl }: MailBrand, to: Recipient): Mail {
  return {
    to: to.email,
    subject: `Your ${productName} password was changed`,
    text: paragraphs(
      greeting(to),
      `The password of your ${productName} account was just changed, and other devices were logged out.`,
      `If it was not you, set a new one at once:\n${publicUrl}/forgot-password`,
    ),
  };
}

/** The last mail an account gets. */
export function accountDeletedMail({ productName }: MailBrand, to: Recipient): Mail {
  return {
    to: to.email,
    subject: `Your ${productName} account was deleted`,
    text: paragraphs(
      greeting(to),
      `As you asked, your ${productName} account was deleted, and so is each workspace that nobody else owned, with its agents, calls and recordings.`,
      'You will get no more mail from us about it.',
    ),
  };
}

function greeting({ firstName }: Recipient): string {
  // A name is free text of a stranger: on one line, and too short to carry a message of theirs.
  const name = firstName.replace(/[\p{C}\s]+/gu, ' ').trim();
  return name === '' || name.length > 40 || /[/:@]|\.\w/.test(name) ? 'Hello,' : `Hello ${name},`;
}

function paragraphs(...parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}
