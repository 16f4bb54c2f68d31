import { InputBase } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import type { Country } from './countries.ts';
import { CountryFlag } from './country-flag.tsx';
import classes from './dial-code-picker.module.css';

type DialCodeButtonProps = ComponentPropsWithRef<'button'> & { country: Country };

/** Shows the picked country and opens the list; stands alone until the list has been loaded. */
export function DialCodeButton({ country, ref, ...props }: DialCodeButtonProps) {
  return (
    <InputBase
      {...(props as object)}
      component="button"
      type="button"
      ref={ref as never}
      pointer
      size="md"
      aria-label={`Country code: ${country.name} ${country.dialCode}`}
      rightSection={<IconChevronDown size={15} stroke={2} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      rightSectionWidth={30}
      classNames={{ input: classes['button'] ?? '' }}
    >
      <CountryFlag code={country.code} />
      <span>{country.dialCode}</span>
    </InputBase>
  );
}
