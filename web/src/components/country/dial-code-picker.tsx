import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type Country, searchCountries } from './countries.ts';
import { CountryFlag } from './country-flag.tsx';
import { DialCodeButton } from './dial-code-button.tsx';
import classes from './dial-code-picker.module.css';

type DialCodePickerProps = { country: Country; onPick: (country: Country) => void };

/** SIGNUP-6: picks a country for its calling code; searchable by name, calling code or ISO code. */
export function DialCodePicker({ country, onPick }: DialCodePickerProps) {
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setSearch('');
    },
  });
  const { dropdownOpened: isOpen, selectActiveOption, selectFirstOption } = combobox;
  const found = isOpen ? searchCountries(search) : [];

  // The list opens at the country that is picked, and a search goes to the likeliest.
  useEffect(() => {
    if (!isOpen) return;
    // The list is brought into the page a moment after this component.
    const timer = setTimeout(() => (search === '' ? selectActiveOption() : selectFirstOption()), 0);
    return () => clearTimeout(timer);
  }, [isOpen, search, selectActiveOption, selectFirstOption]);

  return (
    <Combobox
      store={combobox}
      width={320}
      position="bottom-start"
      shadow="md"
      onOptionSubmit={(code) => {
        const picked = found.find((one) => one.code === code);
        if (picked) onPick(picked);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target targetType="button">
        <DialCodeButton country={country} onClick={() => combobox.toggleDropdown()} />
      </Combobox.Target>
      <Combobox.Dropdown className={classes['dropdown'] ?? ''}>
        <Combobox.Search
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value.slice(0, 60))}
          role="combobox"
          aria-expanded={true}
          classNames={{ input: classes['search'] ?? '' }}
          aria-label="Search countries"
          placeholder="Search by country or code"
        />
        <Combobox.Options className={classes['options'] ?? ''} aria-label="Countries" tabIndex={0}>
          {found.map((one) => (
            <Combobox.Option
              key={one.code}
              value={one.code}
              active={one.code === country.code}
              className={classes['option'] ?? ''}
            >
              <CountryFlag code={one.code} />
              <span className={classes['name']}>{one.name}</span>
              <span className={classes['code']}>{one.dialCode}</span>
              {one.code === country.code && <IconCheck size={15} stroke={2.2} aria-hidden="true" />}
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>No country found</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
