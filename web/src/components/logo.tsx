import { brand } from './brand.ts';
import classes from './logo.module.css';

/** The mark and, beside it, the product's name. */
export function Logo() {
  return (
    <span className={classes['logo']}>
      <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="9" fill="#166645" />
        <path
          d="M8 17v-2M12.5 20.5v-9M17 23V9M21.5 19v-6M25 17v-2"
          stroke="#fff"
          strokeWidth="2.4"
          strokeLinecap="round"
        />
      </svg>
      <span className={classes['name']}>{brand.productName}</span>
    </span>
  );
}
