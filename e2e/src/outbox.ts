import type { Page } from '@playwright/test';
import type { Product } from './product.ts';

export type SentMail = { to: string; subject: string; text: string; sentAt: string };

/** The mails to an address, oldest first. */
export async function listMails(product: Product, to: string): Promise<SentMail[]> {
  const answer = await fetch(`${product.url}/dev/outbox.json`);
  const { mails } = (await answer.json()) as { mails: SentMail[] };
  return mails.filter((mail) => mail.to === to).sort((one, other) => one.sentAt.localeCompare(other.sentAt));
}

/** Waits for the `nth` mail to an address whose text fits, and returns what the pattern's first group holds. */
export async function readFromMail(
  product: Product,
  { to, pattern, nth = 1 }: { to: string; pattern: RegExp; nth?: number },
): Promise<string> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const found = (await listMails(product, to)).flatMap(({ text }) => pattern.exec(text)?.[1] ?? []);
    if (found.length >= nth) return found[nth - 1]!;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No mail number ${nth} to ${to} with ${pattern} came.`);
}

/** The code in a mail, and the address in one for a forgotten password. */
export const codeInMail = /^(\d{6})$/m;
export const linkInMail = /(\/forgot-password\?token=\S+)/;
export const invitationInMail = /(\/invitation\?token=\S+)/;

let accounts = 0;

/** Makes an account of its own by the API, and signs the browser in as it. */
export async function registerAccount(
  page: Page,
  product: Product,
): Promise<{ email: string; password: string }> {
  accounts += 1;
  const email = `person-${accounts}-${Date.now()}@example.com`;
  const password = 'Passw0rd!';
  const answer = await page.request.post(`${product.url}/api/v1/auth/register`, {
    data: {
      email,
      password,
      firstName: 'Ada',
      lastName: 'Lovelace',
      phone: '+1 4155550123',
      countryCode: '+1',
    },
  });
  if (answer.status() !== 201)
    throw new Error(`Signing up answered ${answer.status()}: ${await answer.text()}`);
  return { email, password };
}
