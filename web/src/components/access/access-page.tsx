import type { ReactNode } from 'react';
import { brand } from '../brand.ts';
import { Logo } from '../logo.tsx';
import classes from './access-page.module.css';

type AccessPageProps = {
  /** At the right of the logo, such as the way back. */
  aside?: ReactNode;
  /** Fills the other half on wide screens; without it the form stands in the middle. */
  panel?: ReactNode;
  children: ReactNode;
};

/** The page of a visitor: the logo, which leads to the marketing site, a form, and beside it what the product does. */
export function AccessPage({ aside, panel, children }: AccessPageProps) {
  return (
    <div className={classes['page']} data-halved={panel !== undefined || undefined}>
      <div className={classes['form-side']}>
        <header className={classes['top']}>
          <a href={brand.marketingUrl} className={classes['logo']}>
            <Logo />
          </a>
          {aside}
        </header>
        <main className={classes['form']}>{children}</main>
      </div>
      {panel}
    </div>
  );
}
