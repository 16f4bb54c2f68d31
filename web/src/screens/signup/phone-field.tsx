import { Input } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import access from '../../components/access/access-page.module.css';
import type { Country } from '../../components/country/countries.ts';
import { DialCodeButton } from '../../components/country/dial-code-button.tsx';
import { keepPhoneCharacters } from '../../components/country/phone-entry.ts';
import classes from './signup.module.css';

/** The list of countries comes a moment after the form. */
const DialCodePicker = lazy(async () => ({
  default: (await import('../../components/country/dial-code-picker.tsx')).DialCodePicker,
}));

type PhoneFieldProps = {
  country: Country;
  onPickCountry: (country: Country) => void;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  error: ReactNode;
};

/** PHONE NUMBER with the calling code before it (SIGNUP-2). */
export function PhoneField({ country, onPickCountry, value, onChange, onBlur, error }: PhoneFieldProps) {
  const id = useId();
  return (
    <Input.Wrapper
      id={id}
      label="PHONE NUMBER"
      required
      withAsterisk={false}
      size="md"
      error={error}
      errorProps={{ role: 'alert' }}
      classNames={{ label: access['label'] ?? '' }}
    >
      <div className={classes['phone']}>
        <Suspense fallback={<DialCodeButton country={country} disabled />}>
          <DialCodePicker country={country} onPick={onPickCountry} />
        </Suspense>
        <Input
          id={id}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          required
          size="md"
          value={value}
          onChange={(event) => onChange(keepPhoneCharacters(event.currentTarget.value))}
          onBlur={onBlur}
          error={Boolean(error)}
        />
      </div>
    </Input.Wrapper>
  );
}
