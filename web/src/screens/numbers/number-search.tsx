import {
  Button,
  Input,
  SegmentedControl,
  Select,
  Skeleton,
  Stack,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import { AppError } from '@parley/contract/errors';
import { areaCodeMaxLength, type NumberKind, numberDigitsMaxLength } from '@parley/contract/number-rules';
import type { NumberShop, OfferedNumber } from '@parley/contract/number-shops';
import { formatNumberRow } from '@parley/contract/phone';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { failureMessage } from '../../api/failure-message.ts';
import { offeredNumbersQuery, type WantedNumber } from '../../api/number-shops.ts';
import { findCountry } from '../../components/country/countries.ts';
import { LoadFailed } from '../../components/notice.tsx';
import classes from './numbers.module.css';
import { describePrice, kindWords } from './shop-words.ts';

type NumberSearchProps = {
  shops: readonly NumberShop[];
  shop: NumberShop;
  wanted: WantedNumber;
  onSearch: (wanted: WantedNumber) => void;
  onChoose: (number: OfferedNumber) => void;
};

/** Looks for a number to buy. The first numbers are there without asking for anything. */
export function NumberSearch({ shops, shop, wanted, onSearch, onChoose }: NumberSearchProps) {
  const [areaCode, setAreaCode] = useState(wanted.areaCode);
  const [contains, setContains] = useState(wanted.contains);
  const kindLabel = useId();
  const areaCodeField = useRef<HTMLInputElement>(null);
  // Also where staff come back from a number they did not take.
  useEffect(() => areaCodeField.current?.focus(), []);
  const search = (changes: Partial<WantedNumber> = {}) =>
    onSearch({ ...wanted, areaCode, contains, ...changes });
  const chooseShop = (id: string | null) => {
    const next = shops.find((each) => each.connection_id === id);
    if (next === undefined) return;
    search({
      shopId: next.connection_id,
      country: next.countries.includes(wanted.country) ? wanted.country : (next.countries[0] ?? ''),
      kind: next.kinds.includes(wanted.kind) ? wanted.kind : (next.kinds[0] ?? 'local'),
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search();
  };
  return (
    <Stack gap="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {shops.length > 1 && (
            <Select
              label="Carrier"
              data={shops.map(({ connection_id: value, name: label }) => ({ value, label }))}
              value={shop.connection_id}
              onChange={chooseShop}
              allowDeselect={false}
            />
          )}
          <div className={classes['wanted']}>
            <Select
              label="Country"
              searchable
              data={shop.countries.map((value) => ({ value, label: findCountry(value)?.name ?? value }))}
              value={wanted.country}
              onChange={(country) => country !== null && search({ country })}
              allowDeselect={false}
              nothingFoundMessage="No country found"
            />
            <div>
              <Input.Label labelElement="div" id={kindLabel}>
                Kind
              </Input.Label>
              <SegmentedControl
                fullWidth
                aria-labelledby={kindLabel}
                data={shop.kinds.map((value) => ({ value, label: kindWords[value] }))}
                value={wanted.kind}
                onChange={(kind) => search({ kind: kind as NumberKind })}
              />
            </div>
          </div>
          <div className={classes['digits']}>
            <TextInput
              ref={areaCodeField}
              label="Area code"
              placeholder="Any"
              inputMode="numeric"
              autoComplete="off"
              maxLength={areaCodeMaxLength}
              value={areaCode}
              onChange={(event) => setAreaCode(digitsOf(event.currentTarget.value))}
              data-autofocus
            />
            <TextInput
              label="Digits in it"
              placeholder="Any"
              inputMode="numeric"
              autoComplete="off"
              maxLength={numberDigitsMaxLength}
              value={contains}
              onChange={(event) => setContains(digitsOf(event.currentTarget.value))}
            />
            <Button type="submit" variant="default" leftSection={<IconSearch size={17} />}>
              Search
            </Button>
          </div>
        </Stack>
      </form>
      <Results wanted={wanted} onChoose={onChoose} />
    </Stack>
  );
}

function Results({ wanted, onChoose }: Pick<NumberSearchProps, 'wanted' | 'onChoose'>) {
  const offered = useQuery(offeredNumbersQuery(wanted));
  const { data: numbers } = offered;
  if (offered.isPending || (offered.isError && offered.isFetching))
    return (
      <Stack gap="xs" role="status" aria-label="Searching for numbers">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} height={58} radius="md" />
        ))}
      </Stack>
    );
  if (offered.error instanceof AppError && offered.error.code === 'number_shop_lacks')
    return <Nothing>{offered.error.message}</Nothing>;
  if (offered.isError || numbers === undefined)
    return (
      <LoadFailed
        message={failureMessage(offered.error, 'numbers_not_searched')}
        isBusy={offered.isFetching}
        onRetry={() => void offered.refetch()}
      />
    );
  if (numbers.length === 0) return <Nothing>No numbers found. Try another area code.</Nothing>;
  return (
    <div>
      <VisuallyHidden role="status">
        {numbers.length === 1 ? '1 number found' : `${numbers.length} numbers found`}
      </VisuallyHidden>
      <ul className={classes['offers']} aria-label="Numbers for sale" aria-busy={offered.isFetching}>
        {numbers.map((number) => (
          <li key={number.phone} className={classes['offer']}>
            <div className={classes['offered']}>
              <span className={`num nowrap ${classes['phone']}`}>{formatNumberRow(number.phone)}</span>
              <Text size="sm" c="dimmed">
                {number.place}
              </Text>
            </div>
            <Text className={`num ${classes['price']}`} size="sm">
              {describePrice(number.monthly_price) ?? 'Price not told'}
            </Text>
            <Button
              variant="light"
              aria-label={`Buy ${formatNumberRow(number.phone)}`}
              onClick={() => onChoose(number)}
            >
              Buy
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** There is nothing to choose from, and nothing is wrong. */
function Nothing({ children }: { children: string }) {
  return (
    <Text role="status" c="dimmed" ta="center" py="xl">
      {children}
    </Text>
  );
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
