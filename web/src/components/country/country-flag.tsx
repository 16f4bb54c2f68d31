import classes from './country-flag.module.css';

declare const __COUNTRY_FLAGS__: string;

/** The flag of an ISO 3166-1 alpha-2 code, fetched when it is seen. Decoration: the country's name stands beside it. */
export function CountryFlag({ code }: { code: string }) {
  return (
    <img
      className={classes['flag']}
      src={`${__COUNTRY_FLAGS__}/${code}.svg`}
      alt=""
      width={21}
      height={14}
      loading="lazy"
      decoding="async"
    />
  );
}
