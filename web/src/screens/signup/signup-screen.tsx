import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { successToast } from '@parley/contract/successes';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Navigate, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { signUp, visitorCountryQuery } from '../../api/accounts.ts';
import { displayName } from '../../api/display-name.ts';
import { hasSessionMarker } from '../../api/session.ts';
import { useUserStore } from '../../api/user-store.ts';
import access from '../../components/access/access-page.module.css';
import { AccessPage } from '../../components/access/access-page.tsx';
import { failureToast } from '../../components/access/failure-toast.ts';
import { NewPasswordField } from '../../components/access/new-password-field.tsx';
import { useFields } from '../../components/access/use-fields.ts';
import { brand } from '../../components/brand.ts';
import { findCountry, listCountries, usualCountry } from '../../components/country/countries.ts';
import { readPhone } from '../../components/country/phone-entry.ts';
import { LinkText } from '../../components/links.tsx';
import { toast } from '../../components/toasts.ts';
import { PhoneField } from './phone-field.tsx';
import { loadRecaptcha, provePerson } from './recaptcha.ts';
import classes from './signup.module.css';
import { SignupPanel } from './signup-panel.tsx';
import { fieldProblems, type SignupValues, signupRules, toNewAccount } from './signup-rules.ts';

/** The picked country is no typed value. */
const { countryCode: _picked, ...typedRules } = signupRules;

const label = { label: access['label'] ?? '' };

/** The free trial begins here (SIGNUP-1 to 9). */
export function SignupScreen() {
  useDocumentTitle(`Start your free trial · ${brand.productName}`);
  const router = useRouter();
  const [pickedCode, setPickedCode] = useState('');
  // SIGNUP-6: what was picked, else where the visitor is, else the United States.
  const { data: visitor } = useQuery({ ...visitorCountryQuery, enabled: pickedCode === '' });
  const country =
    findCountry(pickedCode || (visitor?.country_code ?? '')) ??
    findCountry(usualCountry) ??
    listCountries()[0]!;
  const form = useFields({
    ...typedRules,
    phone: (phone) => signupRules.phone(phone, { countryCode: country.code }),
  });
  const fieldOf = (name: Parameters<typeof form.propsOf>[0]) => ({
    ...form.propsOf(name),
    onBlur: () => form.checkField(name),
  });

  const signup = useMutation({
    mutationFn: async (values: SignupValues) => signUp(toNewAccount(values, await provePerson())),
    onSuccess: (user) => {
      useUserStore.getState().keep({ ...user, name: displayName(user) });
      toast.success(successToast('account_created', { product: brand.productName }));
      return router.navigate({ to: '/app/dashboard', replace: true });
    },
    onError: (error) => {
      const problems = fieldProblems(error);
      if (Object.keys(problems).length === 0) return toast.error(failureToast(error, 'server_unreachable'));
      form.addErrors(problems);
    },
  });
  useEffect(() => void loadRecaptcha().catch(() => undefined), []);

  if (hasSessionMarker() && !signup.isPending && !signup.isSuccess)
    return <Navigate to="/app/dashboard" replace />;

  const countryProblem = fieldProblems(signup.error).countryCode;
  const values = { ...form.values, countryCode: country.code };
  /** A number typed or filled in with its calling code brings its country. */
  const settlePhone = () => {
    const entry = readPhone(form.values.phone, country);
    if (!/^\s*(\+|00)/.test(form.values.phone)) return;
    setPickedCode(entry.country.code);
    form.setValue('phone', entry.national);
  };
  /** The button is disabled while something is wrong, so Enter in a field tells what it is. */
  const tellProblems = ({ key, target, currentTarget }: KeyboardEvent) => {
    // The search of the countries is drawn elsewhere in the page, and is no field of this form.
    if (key === 'Enter' && target instanceof HTMLInputElement && currentTarget.contains(target))
      form.checkAll();
  };

  return (
    <AccessPage
      panel={<SignupPanel />}
      aside={
        <Text size="sm">
          <LinkText to="/login" fw={600} c="inherit">
            Have an account? Log in
          </LinkText>
        </Text>
      }
    >
      <LinkText to="/" size="sm" c="dimmed" mb="md" className={classes['back'] ?? ''}>
        <IconArrowLeft size={16} stroke={1.9} aria-hidden="true" />
        Back
      </LinkText>
      <Title order={1}>Start your free trial</Title>
      <Text c="dimmed" mt={6} mb="lg">
        14 days with everything in it. No card needed.
      </Text>
      <form
        noValidate
        onKeyDown={tellProblems}
        onSubmit={form.onSubmit(() => signup.isPending || signup.mutate(values))}
      >
        <Stack gap="md">
          <TextInput
            {...fieldOf('email')}
            label="WORK EMAIL"
            type="email"
            autoComplete="email"
            maxLength={254}
            required
            withAsterisk={false}
            size="md"
            classNames={label}
          />
          <div className={classes['names']}>
            <TextInput
              {...fieldOf('firstName')}
              label="FIRST NAME"
              autoComplete="given-name"
              maxLength={80}
              required
              withAsterisk={false}
              size="md"
              classNames={label}
            />
            <TextInput
              {...fieldOf('lastName')}
              label="LAST NAME"
              autoComplete="family-name"
              maxLength={80}
              required
              withAsterisk={false}
              size="md"
              classNames={label}
            />
          </div>
          <PhoneField
            value={form.values.phone}
            error={form.errors.phone ?? countryProblem}
            onChange={(phone) => form.setValue('phone', phone)}
            country={country}
            onPickCountry={(picked) => {
              setPickedCode(picked.code);
              form.setValue('phone', form.values.phone);
            }}
            onBlur={() => {
              settlePhone();
              form.checkField('phone');
            }}
          />
          <NewPasswordField {...fieldOf('password')} label="CREATE PASSWORD" />
          <Button type="submit" size="md" mt={4} fullWidth disabled={signup.isPending || !form.isValid}>
            {signup.isPending ? 'Creating account...' : 'Continue'}
          </Button>
        </Stack>
      </form>
      <Text mt="md" size="xs" c="dimmed">
        This form is protected by reCAPTCHA. The{' '}
        <Anchor href={brand.privacyUrl} target="_blank" rel="noreferrer" size="xs" underline="always">
          Privacy Policy
        </Anchor>{' '}
        and{' '}
        <Anchor href={brand.termsUrl} target="_blank" rel="noreferrer" size="xs" underline="always">
          Terms of Service
        </Anchor>{' '}
        apply.
      </Text>
    </AccessPage>
  );
}
