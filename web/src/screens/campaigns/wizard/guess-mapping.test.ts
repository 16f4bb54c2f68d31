import { expect, test } from 'vitest';
import { guessMapping } from './guess-mapping.ts';

const fields = ['first_name', 'last_name', 'phone_number', 'email', 'company_name'];
const column = (name: string, ...samples: string[]) => ({ name, samples });
const guess = (...columns: ReturnType<typeof column>[]) => guessMapping(fields, columns);

test.each([
  [['first_name', 'last_name', 'phone_number', 'email', 'company_name']],
  [['First Name', 'Surname', 'Mobile', 'E-Mail Address', 'Organisation']],
  [['firstName', 'lastName', 'phoneNumber', 'eMail', 'companyName']],
  [['FIRSTNAME', 'LASTNAME', 'PHONENUMBER', 'EMAIL', 'COMPANY']],
  [['Vorname', 'Nachname', 'Telefon', 'Mail', 'Firma']],
  [['Prénom', 'Nom', 'Téléphone portable', 'E-mail', 'company']],
])('[WIZ-3] knows the headings %s', (names) => {
  const [first, last, phone, email, company] = names;
  expect(guess(...names.map((name) => column(name)))).toEqual({
    first_name: first,
    last_name: last,
    phone_number: phone,
    email,
    company_name: company,
  });
});

test('values tell phone and email where the heading does not', () => {
  expect(guess(column('A', 'Ann'), column('B', '+1 (415) 555-0101'), column('C', 'ann@example.com'))).toEqual(
    {
      phone_number: 'B',
      email: 'C',
    },
  );
});

test('a column goes to one field, and one without phone numbers is not the phone', () => {
  expect(guess(column('Contact', 'Ann Lee'), column('Cell', '415 555 0101'))).toEqual({
    phone_number: 'Cell',
  });
  expect(guess(column('Phone'), column('Mobile'))).toEqual({ phone_number: 'Phone' });
});

test('a field of the workspace is known by its name', () => {
  expect(guessMapping(['appointment_time'], [column('Appointment Time'), column('Time')])).toEqual({
    appointment_time: 'Appointment Time',
  });
});

test('nothing is guessed where nothing fits, and a heading such as __proto__ does no harm', () => {
  expect(guess(column('__proto__', 'x'), column('constructor', 'y'))).toEqual({});
  expect(guessMapping(['constructor'], [column('Constructor', 'x')])).toEqual({ constructor: 'Constructor' });
});
